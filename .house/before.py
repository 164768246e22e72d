p='packages/signing/proofs/kinds.ts'; s=open(p).read()
s=s.replace("export type ProofKind = (typeof PROOF_KINDS)[number]['kind'];","""/** The kinds by name: records name them without importing what they do. */
export const PROOF_KIND_NAMES = [
  'email_code',
  'sms_code',
  'attachment',
  'id_scan',
  'face_liveness',
  'payment',
  'electronic_id',
  'company',
] as const;
export type ProofKind = (typeof PROOF_KIND_NAMES)[number];""")
s=s.replace("] as const;\n\n/** The kinds by name","] as const satisfies readonly { readonly kind: ProofKind }[];\n\n/** The kinds by name")
open(p,'w').write(s)
p='packages/pdf/read/object-stream.ts'; s=open(p).read()
s=s.replace("import type { ObjectReader } from './object-reader.ts';\nimport { AT_OFFSET } from './xref-index.ts';","import type { ObjectParser } from './object-parser.ts';\nimport { AT_OFFSET, type XrefIndex } from './xref-index.ts';")
s=s.replace("import { Budget, tooComplex } from '../limits.ts';","import { Budget, type PdfLimits, tooComplex } from '../limits.ts';")
s=s.replace("/** Each stream is inflated once. */","/** What object streams need of the reader that owns them. */\nexport interface ObjectStreamOwner {\n  readonly index: XrefIndex;\n  readonly parser: ObjectParser;\n  readonly limits: PdfLimits;\n  readonly inflated: Budget;\n  readonly ambiguous: Set<number>;\n  misplacedCount: number;\n  read(number: number, generation: number): PDFObject | undefined;\n  noteTolerance(): void;\n  payForSearch(bytes: number): void;\n}\n\n/** Each stream is inflated once. */")
s=s.replace('reader: ObjectReader','reader: ObjectStreamOwner')
open(p,'w').write(s)

p='packages/pdf/read/token-reader.ts'; s=open(p).read()
s=s.replace("const { CHARACTER_CLASS, CR, GREATER, LETTER_R, LF, SPACE } = characters;","const { GREATER } = characters;\nconst { CHARACTER_CLASS, CR, LETTER_R, LF, SPACE } = characters;")
open(p,'w').write(s)
