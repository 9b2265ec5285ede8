import type {Language} from './language.ts'
import {openapi} from './openapi/language.ts'

/**
 * All languages, with their names and kinds of change, in the order of their readers (`all-readers.ts`). OpenAPI is the last:
 * it has the files that no name fits.
 */
export const languages: readonly Language[] = [openapi]
