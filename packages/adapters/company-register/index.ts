export {
  BOLAGSVERKET_API,
  BOLAGSVERKET_TOKEN_URL,
  type BolagsverketOptions,
  createBolagsverketRegister,
} from './create-bolagsverket-register.ts';
export { openFileRegister } from './open-file-register.ts';
