import { createHash, createSign, randomBytes } from 'node:crypto';
import forge from 'node-forge';
import type { TestCertificate } from './certificates.ts';

const { asn1, pki } = forge;
const { Class, Type } = asn1;
const ID_BASIC = '1.3.6.1.5.5.7.48.1.1';
const ID_NONCE = '1.3.6.1.5.5.7.48.1.2';
const ID_SHA1 = '1.3.14.3.2.26';
const ID_SHA256_RSA = '1.2.840.113549.1.1.11';
const HOUR_MS = 3_600_000;

interface OcspQuestion {
  readonly person: TestCertificate;
  readonly issuer: TestCertificate;
  readonly responder: TestCertificate;
  /** As BankID gives it. */
  readonly signature: string;
  readonly isRevoked?: boolean;
  /** Hours; an answer is valid for one. */
  readonly age?: number;
}

/** RFC 6960, in base64. */
export function answerOcsp(question: OcspQuestion): string {
  const { responder } = question;
  const response = sequence(
    node(Class.UNIVERSAL, Type.ENUMERATED, '\0'),
    explicit(0, sequence(oid(ID_BASIC), octets(der(answerBasic(question, responder))))),
  );
  return Buffer.from(der(response), 'latin1').toString('base64');
}

function answerBasic(question: OcspQuestion, { certificate, key }: TestCertificate) {
  const data = describeStatus(question);
  const value = createSign('sha256')
    .update(Buffer.from(der(data), 'latin1'))
    .sign(key)
    .toString('latin1');
  return sequence(
    data,
    sequence(oid(ID_SHA256_RSA), nothing()),
    node(Class.UNIVERSAL, Type.BITSTRING, `\0${value}`),
    explicit(0, sequence(pki.certificateToAsn1(pki.certificateFromPem(certificate)))),
  );
}

function describeStatus({ person, issuer, signature, isRevoked = false, age = 0, responder }: OcspQuestion) {
  const from = new Date(Date.now() - age * HOUR_MS);
  const nonce = Buffer.concat([createHash('sha1').update(signature).digest(), randomBytes(12)]);
  const status = isRevoked
    ? [node(Class.CONTEXT_SPECIFIC, 1, [time(from)])]
    : [node(Class.CONTEXT_SPECIFIC, 0, '')];
  return sequence(
    explicit(2, octets(keyHash(responder))),
    time(from),
    sequence(
      sequence(
        describeCertificate(person, issuer),
        ...status,
        time(from),
        explicit(0, time(new Date(from.getTime() + HOUR_MS))),
      ),
    ),
    explicit(1, sequence(sequence(oid(ID_NONCE), octets(der(octets(nonce.toString('latin1'))))))),
  );
}

function describeCertificate(person: TestCertificate, issuer: TestCertificate) {
  const { serialNumber } = pki.certificateFromPem(person.certificate);
  const { subject } = pki.certificateFromPem(issuer.certificate);
  return sequence(
    sequence(oid(ID_SHA1), nothing()),
    octets(sha1(der(pki.distinguishedNameToAsn1(subject)))),
    octets(keyHash(issuer)),
    node(Class.UNIVERSAL, Type.INTEGER, forge.util.hexToBytes(serialNumber)),
  );
}

/** SHA-1 of the public key, without tag, length and unused bits. */
function keyHash({ certificate }: TestCertificate): string {
  const { publicKey } = pki.certificateFromPem(certificate);
  return sha1(der(pki.publicKeyToRSAPublicKey(publicKey)));
}

function sha1(bytes: string): string {
  return createHash('sha1').update(Buffer.from(bytes, 'latin1')).digest().toString('latin1');
}

function node(tagClass: forge.asn1.Class, type: number, value: string | forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(tagClass, type, Array.isArray(value), value);
}

const der = (value: forge.asn1.Asn1) => asn1.toDer(value).getBytes();
const sequence = (...parts: forge.asn1.Asn1[]) => node(Class.UNIVERSAL, Type.SEQUENCE, parts);
const explicit = (tag: number, value: forge.asn1.Asn1) => node(Class.CONTEXT_SPECIFIC, tag, [value]);
const octets = (bytes: string) => node(Class.UNIVERSAL, Type.OCTETSTRING, bytes);
const oid = (name: string) => node(Class.UNIVERSAL, Type.OID, asn1.oidToDer(name).getBytes());
const nothing = () => node(Class.UNIVERSAL, Type.NULL, '');
const time = (date: Date) => node(Class.UNIVERSAL, Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date));
