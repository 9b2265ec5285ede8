import {basename, resolve} from 'node:path'
import {refuse} from '../model/problem.ts'
import {isThere, writeWhole} from '../read/disk.ts'
import {readPolicy} from '../read/policy-file.ts'
import {DEFAULT_POLICY} from '../read/preset.ts'
import {plainText} from '../report/plain-text.ts'
import {EXIT, type Io} from './io.ts'
import {CONFIG_NAME} from './usual-names.ts'

export interface InitOptions {
  readonly policy?: string | undefined
  readonly service?: string | undefined
  readonly force: boolean
}

const HISTORY_NAME = 'history.yaml'
/** A history in a folder begins with it; two histories side by side are one too many. */
const FOLDER_NAME = 'service.yaml'

/** Begins a record in this folder. Nothing that is there is overwritten unless it is asked for. */
export function run({policy: named, service, force}: InitOptions, io: Io): number {
  const policy = named ?? DEFAULT_POLICY
  readPolicy(policy)
  if (isThere(FOLDER_NAME)) {
    throw refuse(`Unexpected \`${FOLDER_NAME}\` here already, expected a folder without a history`)
  }
  const taken = [HISTORY_NAME, CONFIG_NAME].filter(isThere)
  if (taken.length > 0 && !force) {
    throw refuse(
      `Unexpected ${taken.map(name => `\`${name}\``).join(' and ')} here already, expected a folder without them (--force overwrites)`
    )
  }
  const name = service ?? (basename(resolve('.')) || 'API')
  writeWhole(HISTORY_NAME, historyText(name))
  writeWhole(CONFIG_NAME, configText(policy))
  io.out(`Wrote ${HISTORY_NAME} and ${CONFIG_NAME}: ${plainText(name)}, judged by ${plainText(policy)}.\n`)
  io.out(`Write down what each release brings in ${HISTORY_NAME}, then run \`tenure check\` and \`tenure audit\`.\n`)
  return EXIT.fine
}

const historyText = (service: string): string => `# The life of every endpoint version: one verb and one subject a line.
# added, changed, deprecated, rescheduled, withdrawn, promoted, renamed, removed, restored
format: 1
service: ${JSON.stringify(service)}
releases:
  # - release: "1.0"
  #   date: 2026-01-15
  #   changes:
  #     - added: GET /v1/loans
  #     - deprecated: GET /v1/shelves
  #       replacement: GET /v2/shelves
  #       sunset: 2027-02-15
  - release: next
    changes: []
`

const configText = (policy: string): string => `format: 1
history: ${HISTORY_NAME}
policy: ${/^[\w./-]+$/.test(policy) ? policy : JSON.stringify(policy)}
`
