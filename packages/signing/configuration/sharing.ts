export const SHARING_SETTINGS = ['private', 'shared'] as const;
export type SharingSetting = (typeof SHARING_SETTINGS)[number];
