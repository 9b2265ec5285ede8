import type {Language} from './language.ts'
import {openapi} from './openapi/language.ts'

/** All languages, with their names and kinds of change. Their readers are in `all-readers.ts`. */
export const languages: readonly Language[] = [openapi]
