/** The package has no types of its own. */
declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Readable } from 'node:stream';

  interface StoredObject {
    readonly bucket: string;
    readonly key: string;
    content: Readable;
  }

  interface Range {
    readonly start?: number;
    readonly end?: number | string;
  }

  interface ObjectStore {
    putObject(object: StoredObject): Promise<{ md5: string; size: number }>;
    getObject(bucket: string, key: string, options?: Range): Promise<unknown>;
    existsObject(bucket: string, key: string): Promise<boolean>;
  }

  export default class S3rver {
    readonly store: ObjectStore;
    constructor(options: {
      directory: string;
      silent?: boolean;
      vhostBuckets?: boolean;
      configureBuckets?: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    status: number;
    constructor(code: string, message: string);
  }
}
