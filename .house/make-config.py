import json,os
S='packages/signing/'
decls={}
def mv(src,names,dst):
    for n in names.split(): decls[f'{src}#{n}']=dst
sg=S+'signing.ts'
mv(sg,'UploadFileCommand AcceptedFile',S+'files/upload-file.ts')
mv(sg,'MergeFilesCommand',S+'files/merge-files.ts')
mv(sg,'Warning',S+'errors.ts')
mv(sg,'CreatedDocument',S+'documents/create-document.ts')
mv(sg,'SentReminder NotSentReminder ReminderOutcome',S+'documents/reminders.ts')
mv(sg,'ContactChange ChangedContact',S+'documents/contacts.ts')
mv(sg,'DownloadableFile',S+'documents/document-files.ts')
mv(sg,'CreateWebhookCommand',S+'webhooks/webhooks.ts')
mv(sg,'InkInput SignCommand',S+'documents/sign-document.ts')
mv(sg,'SIGNATURE_STATUSES SignatureStatus OtherBox SigningView SigneeProgress',S+'documents/signing-page-view.ts')
mv(sg,'CANNOT_SIGN_REASONS CannotSignReason',S+'documents/find-by-link.ts')
mv('packages/identity/create-identity.ts','IdentityDeps','packages/identity/deps.ts')
mv(S+'documents/evidence.ts','SenderEvidence FilledField SHOWN_TYPES EvidenceFacts TrailEvidence SigneeEvidence ProofEvidence AttachmentEvidence EvidenceEvent RECORD_FILE_NAME',S+'documents/evidence-facts.ts')
mv(S+'documents/link-channel.ts','LinkChannel',S+'documents/evidence-facts.ts')
mv(S+'documents/prepared-view.ts','PreparedView',S+'documents/document.ts')
mv(S+'documents/progress.ts','DocumentGroup GroupCounts GroupViewer DocumentProgress DOCUMENT_GROUPS',S+'documents/document.ts')
mv(S+'documents/decision.ts','replaceSignee',S+'documents/document.ts')
mv(S+'documents/decision.ts','Decision EntryDraft',S+'documents/audited-decision.ts')
mv(S+'documents/record-expiry.ts','findExpiry hasExpired',S+'documents/find-by-link.ts')
mv(S+'documents/signee-fields.ts','SigneeForm',S+'documents/field-entries.ts')
mv(S+'documents/open-signing-link.ts','startSession',S+'sessions/start-session.ts')
mv(S+'notifications/document-message.ts','DocumentMessage',S+'jobs/job.ts')
mv(S+'proofs/unused-payment.ts','PaymentFacts',S+'jobs/job.ts')
mv(S+'proofs/kinds.ts','ProofKind PROOF_KIND_NAMES',S+'proofs/proof.ts')
mv(S+'proofs/kept-proof.ts','KeptProof',S+'proofs/proof.ts')
mv(S+'ports/notifier.ts','MESSAGE_CHANNELS MessageChannel DELIVERY_FAILURES DeliveryFailure',S+'notifications/channels.ts')
mv('packages/pdf/pdf-file.ts','PdfFileParts','packages/pdf/pdf-file-parts.ts')
mv('packages/pdf/lazy-object-map.ts','RawStreamBase entriesOf','packages/pdf/pdf-lib-internals.ts')
mv('packages/pdf/pages/page-tree-walk.ts','PageLeaf','packages/pdf/pages/page-copy.ts')
mv('packages/pdf/write/build-object-survey.ts','ScanBody','packages/pdf/write/object-survey.ts')
mv('packages/forms/fields/field-tree.ts','FieldNode','packages/forms/fields/field-dict.ts')
mv('packages/forms/fields/page-widgets.ts','PageWidget','packages/forms/fields/field-dict.ts')
mv('packages/seal/signers/remote/remote-key.ts','SignerFaultReason','packages/seal/errors.ts')
mv('packages/toolkit/tasks.ts','TaskContext','packages/toolkit/signer.ts')
mv('packages/toolkit/fair-queue.ts','Urgency','packages/toolkit/requests.ts')
mv('packages/oauth/tokens/create-tokens.ts','TokensDeps','packages/oauth/ports.ts')
mv('packages/oauth/server/library.ts','LIBRARY_PATHS LibraryDeps LibraryRequest LibraryAnswer LoadedLibrary Library','packages/oauth/deps.ts')
mv('packages/oauth/server/library-storage.ts','LibraryStorageDeps','packages/oauth/deps.ts')
mv('packages/adapters/id-scan/read-picture.ts','ReadingRefusal','packages/id-scan/picture/refusal-reason.ts')
mv('packages/web/pages/app/sections.ts','SectionProps','packages/web/pages/app/router.ts')
mv('packages/web/pages/app/composer/composer.tsx','ComposerDialog','packages/web/pages/app/composer/use-composer.ts')
mv('packages/web/pages/app/composer/pages/page-column.tsx','placed','packages/web/pages/app/composer/pages/page-layout.ts')
mv(S+'documents/link-channel.ts','LINK_CHANNELS',S+'documents/evidence-facts.ts')
mv(S+'documents/signee-fields.ts','FieldOffer',S+'documents/field-entries.ts')
mv(S+'proofs/kept-proof.ts','KeptProofFacts',S+'proofs/proof.ts')
I='packages/i18n/'
mv(I+'sentences.ts','EvidenceSentences MethodSentences MethodChoices ProofSentences',I+'en/evidence.ts')
mv(I+'sentences.ts','MessageSentences',I+'en/messages.ts'); mv(I+'message-template.ts','MessageTemplates MessageTemplate',I+'en/messages.ts')
mv(I+'sentences.ts','ErrorSentences',I+'en/errors.ts')
mv(I+'electronic-id-text.ts','ElectronicIdSentences',I+'en/electronic-id.ts'); mv(I+'page-text.ts','PageSentences',I+'en/page.ts'); mv(I+'proof-text.ts','ProofPageSentences',I+'en/proof-page.ts')
mv(I+'verify-text.ts','VerifySentences',I+'en/verify.ts'); mv(I+'later-change.ts','ChangeSentences',I+'en/verify.ts'); mv(I+'signature-problem.ts','SignatureSentences',I+'en/verify.ts')
mv('packages/api/assets/find-assets.ts','Asset','packages/api/deps.ts')
F='packages/forms/fields/'
mv(F+'field-tree.ts','NO_DICTS NO_WARNINGS readPartialName',F+'field-dict.ts'); mv(F+'page-widgets.ts','locateWidget',F+'field-dict.ts'); mv(F+'form-field.ts','FieldWarning DisplayedBox',F+'field-dict.ts')
mv('packages/toolkit/fair-queue.ts','URGENCIES','packages/toolkit/requests.ts')
mv(S+'sessions/admit-session.ts','admitSession',S+'sessions/start-session.ts')
mv(S+'sessions/admit-session.ts','findUnused',S+'sessions/start-session.ts')
mv(I+'page-text.ts','PageKey',I+'en/page.ts'); mv(I+'proof-text.ts','ProofPageKey',I+'en/proof-page.ts'); mv(I+'verify-text.ts','VerifyKey',I+'en/verify.ts'); mv(I+'sentences.ts','ErrorCode',I+'en/errors.ts')
mv('packages/api/assets/find-assets.ts','AssetFile','packages/api/deps.ts'); mv('packages/api/assets/choose-coding.ts','Coding CODINGS','packages/api/deps.ts')
mv(F+'page-widgets.ts','readRect round',F+'field-dict.ts')
ren={}
def rn(f,a,b): ren[f'{f}#{a}']=b
st='packages/adapters/postgres/stores/'
for a,b in [('findProof','findKeptProof'),('insertProof','insertKeptProof'),('listProofs','listKeptProofs'),('placeOf','keptContentPath')]: rn(st+'kept-proof-store.ts',a,b)
rn(st+'proof-store.ts','placeOf','contentPath'); rn(st+'delivery-store.ts','toRow','toDeliveryRow')
rn('packages/adapters/safe-fetch/create-document-fetcher.ts','TIMEOUT_MS','DOCUMENT_TIMEOUT_MS')
rn('packages/adapters/safe-fetch/create-webhook-sender.ts','TIMEOUT_MS','WEBHOOK_TIMEOUT_MS')
for f,n in [('consent','CONSENT'),('phone','PHONE'),('session','SESSION')]: rn(f'packages/api/request/{f}-cookie.ts','COOKIE_NAME',f'{n}_COOKIE')
for f,n in [('draft','draft'),('public-link','link'),('template','template')]: rn(f'packages/api/schemas/{f}.ts','recordMembers',f'{n}RecordMembers')
for f,n in [('app','APP'),('composer','COMPOSER'),('documents','DOCUMENTS'),('enter','ENTER'),('settings','SETTINGS')]: rn(f'packages/i18n/{f}-text.ts','FILES',f'{n}_FILES')
for f,n in [('page','SIGNING_PAGE'),('proof','PROOF_DIALOGS'),('verify','VERIFY_PAGE')]: rn(f'packages/i18n/{f}-text.ts','PAGES',n)
rn('packages/pdf/read/filters/lzw.ts','END','LZW_END'); rn('packages/pdf/read/filters/run-length.ts','END','RUN_LENGTH_END')
rn('packages/pdf/read/pdf-doc-encoding.ts','isAscii','isSameInPdfDocEncoding')
rn('packages/pdf/revisions/appended-revisions.ts','WINDOW','SECTION_WINDOW'); rn('packages/pdf/revisions/linearization.ts','WINDOW','LINEARIZATION_WINDOW')
rn('packages/seal/timestamp/timestamp-response.ts','unreadable','unreadableResponse')
rn('packages/seal/placement/check-boxes.ts','TOLERANCE','PAGE_EDGE_TOLERANCE')
rn('packages/seal/stamp/prepare-photo.ts','JPEG_QUALITY','PHOTO_QUALITY')
rn('packages/seal/strip/active/layers/report-layers.ts','listNames','listNamesOfLayers')
rn('packages/seal/timestamp/pass-over-failing.ts','describeFailure','describeRecentFailure')
rn('packages/seal/verify/file-state.ts','Findings','SignatureFindings')
for f,n in [('company-register','CompanyRegister'),('electronic-id','ElectronicId'),('face-check','FaceCheck'),('id-scan','IdScan'),('onfido','Onfido')]: rn(f'packages/server/{f}-settings.ts','Settings',f'{n}Variables')
rn(S+'documents/mask-contact.ts','HIDDEN','HIDDEN_PART'); rn(S+'documents/mask-personal-number.ts','HIDDEN','HIDDEN_DIGIT')
rn(S+'notifications/record-delivery.ts','Recipient','DeliveryRecipient')
rn(S+'proofs/email-code.ts','code','emailProof'); rn(S+'proofs/sms-code.ts','code','smsProof')
rn('packages/toolkit/cli/place.ts','readList','readBoxList'); rn('packages/toolkit/cli/prefill.ts','readList','readValueList')
rn('packages/web/pages/parts/use-watched.ts','FIRST_DELAY','FIRST_DELAY_MS'); rn('packages/web/pages/parts/use-watched.ts','GROWTH','WATCH_GROWTH')
rn('packages/web/pages/sign/session/poll-delay.ts','FIRST_DELAY','FIRST_DELAY_SECONDS'); rn('packages/web/pages/sign/session/poll-delay.ts','GROWTH','POLL_GROWTH')
same={}
def sm(f,names,g):
    for n in names.split(): same[f'{f}#{n}']=f'{g}#{n}'
R='packages/pdf/read/'
sm(R+'number-syntax.ts','DOT MINUS PLUS ZERO',R+'characters.ts')
sm(R+'entry-memo.ts','CUT MAX_NESTING GREATER SLASH',R+'value-ends.ts')
sm(R+'token-reader.ts','CHARACTER_CLASS CR LETTER_R LF SPACE',R+'token-ends.ts')
sm(R+'walk-object.ts','CUT IRREGULAR',R+'dict-walker.ts')
sm('packages/pdf/pages/same-value.ts','LENGTH','packages/pdf/pages/shared-objects.ts')
sm('packages/seal/placement/new-page-layout.ts','TOLERANCE','packages/seal/placement/find-overlaps.ts')
sm('packages/api/routes/files/verify-file.ts','form','packages/api/routes/files/upload-file.ts')
sm('packages/web/pages/app/composer/model/from-draft.ts','DraftSignee','packages/web/pages/app/composer/model/to-configuration.ts')
sm('packages/web/pages/app/composer/model/saved-members.ts','Members','packages/web/pages/app/composer/saving/item-store.ts')
same[S+'problems.ts#Problem']=S+'errors.ts#ErrorDetail'
suppress={R+'token-reader.ts':['CHARACTER_CLASS','CR','LETTER_R','LF','SPACE','GREATER'],R+'value-ends.ts':['GREATER','SLASH']}
cfg=dict(map=os.path.join(os.path.dirname(os.path.abspath(__file__)),'map.tsv'),decls=decls,renames=ren,same=same,suppress={},emptyBarrels={'@countersign/base':['.'],'@countersign/verify':['.'],'@countersign/workers':['.'],'@countersign/seal':['./checks']},doorFor={'@countersign/verify>@countersign/seal':'./checks'},
 aliases={},
 packageFolders={'@countersign/base':'packages/base','@countersign/verify':'packages/verify','@countersign/id-scan':'packages/id-scan','@countersign/workers':'workers'},
 folders={'release':'packages/release','packages/seal/verify':'packages/verify','packages/adapters/id-scan':'packages/id-scan'},
 files={**{f'packages/seal/{a}':f'test/pdf/seal/{a.split(chr(47))[-1]}' for a in 'sign/seal-pdf.test.ts sign/seal-levels.test.ts strip/strip-signatures.test.ts timestamp/timestamps.test.ts issues/curves-without-nist-names.test.ts issues/one-signature-in-many-fields.test.ts issues/repaired-while-sealing.test.ts signers/remote/remote-signer.test.ts cms/unneeded-certificates.test.ts testing/signer.contract.ts'.split()},'packages/seal/testing/missed-changes.ts':'packages/verify/testing/missed-changes.ts','packages/toolkit/operations/use-fonts.ts':'packages/toolkit/operations/use-fonts.ts','packages/toolkit/cli/remote-signer.ts':'packages/toolkit/cli/remote-signer.ts','packages/toolkit/cli/version.ts':'packages/toolkit/cli/version.ts','packages/toolkit/cli/progress-thread.ts':'packages/toolkit/cli/progress-thread.ts','packages/toolkit/operations/merging/make-appearances.ts':'packages/toolkit/operations/make-appearances.ts'},
 doors={
  '@countersign/seal':{'./checks':'checks.ts','./levels':None,'./limits':'limits.ts','./ocsp':None,'./revocation':'validation-data/revocation.ts','./box-size':None,'./signature-fonts':None,'./stamp-layout':None,'./layout':'layout.ts','./development-signer':None,'./p12-signer':None,'./pem-signer':None,'./validity':'signers/validity.ts','./jpeg-scans':'stamp/jpeg-scans.ts','./signers/development-signer':'signers/development-signer.ts','./signers/p12-signer':'signers/p12-signer.ts','./signers/pem-signer':'signers/pem-signer.ts'},
  '@countersign/i18n':{k:None for k in './app ./composer ./documents ./enter ./load-text ./settings ./electronic-id ./page ./proofs'.split()}|{'./texts':'texts.ts','./page-text':'page-text.ts'},
  '@countersign/signing':{'./limits':None,'./organisation-number':None,'./schema':None,'./configuration/text':'configuration/text.ts','./personal-data':'personal-data.ts','./schema-problems':'schema-problems.ts'},
  '@countersign/toolkit':{'./limits':None},
  '@countersign/adapters':{k:None for k in './company-register ./postgres ./disk-blobs ./s3-blobs ./jobs ./email ./logo ./passkeys ./phone ./e-id ./payments ./virus-scan ./safe-fetch ./id-scan ./face-check ./onfido'.split()},
  '@countersign/base':{'.':'index.ts','./locale':'locale.ts','./text':'text.ts'},
  '@countersign/verify':{'.':'index.ts'},
  '@countersign/id-scan':{'.':'id-scanner.ts'},
  '@countersign/workers':{'.':'index.ts'},
 })
json.dump(cfg,open('config.json','w'),indent=1)
