import type {LanguageReader} from './description.ts'

/** The readers of API descriptions, one for each language, in the order in which they are asked. The program lists them. */
export declare const readers: readonly LanguageReader[]
