import type {Language} from './language.ts'

/** The languages that API descriptions can be written in, in the order of their readers. The program lists them. */
export declare const languages: readonly Language[]
