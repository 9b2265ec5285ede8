import * as z from 'zod'
import {version, type Written} from '../../outputs/report/json-format.ts'

// Single definition of the JSON output of `tenure next-version` and of its published schema.

export const nextVersion = version.extend({format: z.literal(1), command: z.literal('next-version')})

export type WrittenNextVersion = Written<typeof nextVersion>
