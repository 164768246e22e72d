import { type BuildOptions, buildPdf } from './build-pdf.ts';

export interface NavigableOptions {
  readonly build?: BuildOptions;
  readonly title?: string;
  readonly role?: string;
  readonly labels?: string;
  readonly name?: string;
  readonly profile?: string;
  readonly hidesLayers?: boolean;
}

/** Builds two pages with all kinds of navigation, layers, an attachment and a structure tree. */
export function navigableFile(options: NavigableOptions = {}): Uint8Array {
  const {
    title = 'Untitled',
    role = 'P',
    labels,
    name = 'chapter',
    hidesLayers = false,
    profile,
    build,
  } = options;
  const content = '/OC /L0 BDC 0 0 50 50 re f EMC /P <</MCID 0>> BDC 0 0 9 9 re f EMC';
  const resources = '/Resources << /Properties << /L0 20 0 R >> >>';
  const link = (rest: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] ${rest} >>`;
  const stream = (text: string, rest = '') =>
    `<< ${rest} /Length ${text.length} >>\nstream\n${text}\nendstream`;
  return buildPdf(
    {
      1: `<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) ${profile === undefined ? '' : '/OutputIntents [60 0 R]'} /MarkInfo << /Marked true >> /Outlines 10 0 R
        /Names << /Dests << /Names [(${name}) << /D [4 0 R /XYZ 0 100 null] >>] >> /EmbeddedFiles << /Names [(${name}.txt) 30 0 R] >> >>
        /Dests << /${name} [4 0 R /Fit] >> ${labels === undefined ? '' : `/PageLabels << /Nums [0 << /S /${labels} >>] >>`}
        /AF [30 0 R] /StructTreeRoot 40 0 R /OCProperties << /OCGs [20 0 R 21 0 R] /D << /Order [20 0 R 21 0 R]
        ${hidesLayers ? '/BaseState /OFF /ON [20 0 R]' : '/OFF [21 0 R]'} >> >> >>`,
      2: `<< /Type /Pages /Count 2 /MediaBox [0 0 200 200] ${resources} /Kids [3 0 R 4 0 R] >>`,
      3: `<< /Type /Page /Parent 2 0 R /Contents 5 0 R /StructParents 0 /Annots [6 0 R 7 0 R 8 0 R 9 0 R] >>`,
      4: '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
      5: stream(content),
      6: link(`/Dest (${name}) /StructParent 1`),
      7: link(`/A << /S /GoTo /D /${name} >>`),
      8: link('/Dest [4 0 R /Fit]'),
      9: link('/A << /S /GoTo /D [1 /Fit] >>'),
      10: '<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>',
      11: `<< /Title (Chapter of ${title}) /Parent 10 0 R /Dest (${name}) /First 12 0 R /Last 12 0 R /Count -1 /SE 41 0 R >>`,
      12: '<< /Title (Section) /Parent 11 0 R /A << /S /GoTo /D [4 0 R /Fit] >> >>',
      20: `<< /Type /OCG /Name (shown of ${title}) >>`,
      21: `<< /Type /OCG /Name (hidden of ${title}) >>`,
      30: `<< /Type /Filespec /F (${name}.txt) /UF (${name}.txt) /AFRelationship /Source /EF << /F 31 0 R >> >>`,
      31: stream(`attached to ${title}`, '/Type /EmbeddedFile'),
      40: `<< /Type /StructTreeRoot /K 41 0 R /ParentTree << /Nums [0 [42 0 R] 1 43 0 R] >> /RoleMap << /Lead /${role} >>
        /IDTree << /Names [(id) 42 0 R] >> >>`,
      41: '<< /Type /StructElem /S /Document /P 40 0 R /K [42 0 R 43 0 R] >>',
      42: `<< /S /Lead /P 41 0 R /ID (id) /Pg 3 0 R /K 0 >>`,
      43: `<< /S /Link /P 41 0 R /Pg 3 0 R /A << /O /Table /Headers [(id)] >> /K << /Type /OBJR /Obj 6 0 R >> >>`,
      50: `<< /Title (${title}) >>`,
      60: '<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) /DestOutputProfile 61 0 R >>',
      61: stream(profile ?? '', '/N 4'),
    },
    { ...build, trailer: '/Info 50 0 R' },
  );
}
