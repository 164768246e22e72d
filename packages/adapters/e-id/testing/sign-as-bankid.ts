import { createHash, createSign } from 'node:crypto';
import type { TestCertificate } from './certificates.ts';

export interface BankIdText {
  readonly funcId: 'Identification' | 'Signing';
  /** Base64. */
  readonly visible: string;
  readonly hidden: string;
}

export type TestChain = readonly [TestCertificate, ...TestCertificate[]];

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';

/** Written in canonical form so that digests can be taken of its text. */
export function signAsBankId({ funcId, visible, hidden }: BankIdText, chain: TestChain): string {
  const data =
    '<bankIdSignedData xmlns="http://www.bankid.com/signature/v1.0.0/types" Id="bidSignedData">' +
    `<usrVisibleData charset="UTF-8" visible="wysiwys">${visible}</usrVisibleData>` +
    `<usrNonVisibleData>${hidden}</usrNonVisibleData>` +
    '<srvInfo><name>Y249VGVzdA==</name><nonce>bm9uY2U=</nonce><displayName>VGVzdA==</displayName></srvInfo>' +
    `<clientInfo><funcId>${funcId}</funcId><version>Ny4zNi4w</version>` +
    '<env><ai><type>QU5EUk9JRA==</type><utb>cs1</utb></ai></env></clientInfo></bankIdSignedData>';
  const certificates = chain.map(
    ({ certificate }) => `<X509Certificate>${toBase64(certificate)}</X509Certificate>`,
  );
  const keyInfo = `<KeyInfo xmlns="${XMLDSIG}" Id="bidKeyInfo"><X509Data>${certificates.join('')}</X509Data></KeyInfo>`;
  const signedInfo =
    `<SignedInfo xmlns="${XMLDSIG}"><CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>` +
    '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
    reference('bidSignedData', data, ' Type="http://www.bankid.com/signature/v1.0.0/types"') +
    `${reference('bidKeyInfo', keyInfo)}</SignedInfo>`;
  const value = createSign('sha256').update(signedInfo).sign(chain[0].key, 'base64');
  const xml =
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?><Signature xmlns="${XMLDSIG}">${signedInfo}` +
    `<SignatureValue>${value}</SignatureValue>${keyInfo}<Object>${data}</Object></Signature>`;
  return Buffer.from(xml, 'utf8').toString('base64');
}

function reference(id: string, canonical: string, attributes = ''): string {
  const digest = createHash('sha256').update(canonical).digest('base64');
  return (
    `<Reference${attributes} URI="#${id}"><Transforms><Transform Algorithm="${C14N}"></Transform></Transforms>` +
    '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod>' +
    `<DigestValue>${digest}</DigestValue></Reference>`
  );
}

function toBase64(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/g, '');
}
