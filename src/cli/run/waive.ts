import {type WaiveOptions, type WaiverEntry, waive} from '@tenure/authoring/announce/waive'
import type {Context} from '../../context/context.ts'
import {plainText} from '../../outputs/report/sanitize-text.ts'
import {formatSubjectPhrase} from '../../text/finding-phrases.ts'
import {capitalize, formatOwners} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'

/** Adds a waiver to the config file and says so. A dry run prints the lines that it would add. */
export async function run(options: WaiveOptions, context: Context): Promise<number> {
  const entry = await waive(options, context)
  const {path, added, needless} = entry
  context.out(
    needless
      ? `${plainText(`${sayNeedless(entry)} Nothing was written.`)}\n`
      : options['dry-run']
        ? `${plainText(`Would add to ${path}:`)}\n${added}\n`
        : describeWritten(entry, options)
  )
  return EXIT.fine
}

const sayNeedless = ({subject, path, needless}: WaiverEntry): string =>
  needless === 'waived'
    ? `${capitalize(formatSubjectPhrase(subject))} is already waived in ${path}.`
    : `What changes in ${formatSubjectPhrase(subject)} is allowed by the policy and needs no waiver.`

/** When a waiver counts. */
const COUNTS = {
  merged: 'It counts once it is merged into the target branch.',
  reviewed: 'It counts once an owner approves the pull request, or once it is merged into the target branch.'
}

function describeWritten(
  {subject, path, asOf, owners, newWaivers}: WaiverEntry,
  {api, reason, approver, until, rule, kind, about}: WaiveOptions
): string {
  const aspect = about === undefined ? '' : ` about \`${about}\``
  const only = rule !== undefined ? `, only for ${rule}` : kind !== undefined ? `, only for ${kind}${aspect}` : ''
  const last = until === undefined ? '' : `, until ${until}`
  const of = api === undefined ? '' : ` of the API \`${api}\``
  const sentence = `Wrote ${path}: ${formatSubjectPhrase(subject)}${of} is waived (${reason}), approved by ${approver} on ${asOf}${last}${only}.`
  const owned = owners.length === 0 ? [] : [`It is owned by ${formatOwners(owners)}, who should approve it.`]
  const counts = newWaivers === 'accept' ? [] : [COUNTS[newWaivers ?? 'merged']]
  return [sentence, ...counts, ...owned].map(each => `${plainText(each)}\n`).join('')
}
