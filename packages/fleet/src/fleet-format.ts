import * as z from 'zod'
import {formatVersion, textField} from '../../../src/inputs/history/fields.ts'

/** Keys of an entry of `apis`. `fleet-file.ts` checks which of them go together, after the form. */
const entry = z.strictObject({
  id: textField.optional().describe('The ID of the API. It names the API in all facts.'),
  source: textField.optional().describe('A history, a folder of descriptions, or a repository, as for `tenure audit`.'),
  glob: textField.optional().describe('A pattern of sources. Each match is an API, and its path is the ID.'),
  backstage: textField
    .optional()
    .describe('A pattern of `catalog-info.yaml` files. Each OpenAPI entity in them is an API.'),
  jobs: textField.optional().describe('A file with a job on each line (`.ndjson`), as for `tenure worker`.'),
  history: textField.optional().describe('A written history to combine with the descriptions.'),
  spec: textField.optional().describe('The path of the API description in the repository.'),
  tags: textField.optional().describe('A pattern of the tags that are releases, such as `v*`.'),
  branch: textField.optional().describe('A branch whose commits are the releases.'),
  dates: textField.optional().describe('A file with a date for each release.'),
  policy: textField.optional().describe('A policy file or the name of a preset, instead of that of the group.'),
  owner: textField.optional().describe('Who owns the API. In a catalog, it is the owner of the entity.'),
  group: textField
    .optional()
    .describe('A group of `groups`. In a catalog, it is the system or the lifecycle of the entity if `groups` has it.')
})

/** `fleet.yaml`: the APIs of an organization, with their owners and policies. */
export const fleetSchema = z.strictObject({
  format: formatVersion,
  policy: textField.optional().describe('The policy of APIs whose group has none. Default: `thirteen-months`.'),
  groups: z
    .record(
      z.string(),
      z.strictObject({policy: textField.optional().describe('A policy file or the name of a preset.')})
    )
    .optional()
    .describe('Groups of APIs that share a policy, by name.'),
  apis: z.array(entry).min(1).describe('APIs, or patterns that find them.')
})

export type WrittenFleet = z.infer<typeof fleetSchema>
export type WrittenFleetEntry = z.infer<typeof entry>
