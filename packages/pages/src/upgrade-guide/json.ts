import {formatSubject} from '@tenure/core/model/subject/subject'
import type {HistoryPage} from '@tenure/core/outputs/changes/page-data'
import {formatPieces} from '@tenure/core/text/changes/sentences'
import {statedText} from '@tenure/core/text/statement'
import {type ContextSource, outputHeader, toContextLine} from '../release-notes/context.ts'
import type {UpgradeOutput} from './format.ts'
import type {UpgradeGuide} from './guide.ts'
import type {PendingSubject} from './pending-subject.ts'
import type {UpgradeStep} from './step.ts'

/** The upgrade guide as JSON. */
export function upgradeJson(upgrade: UpgradeGuide, page: HistoryPage, source: ContextSource): UpgradeOutput {
  const {from, to, uses, leftOut, before, moving, check, waiting, help, partial, isOpen} = upgrade
  const step = ({line, do: what, replacements, stop}: UpgradeStep) => ({
    line: toContextLine(line, page),
    do: formatPieces(what),
    replacements: [...new Set(replacements.map(formatSubject))],
    stop
  })
  return {
    format: 1,
    command: 'upgrade',
    ...outputHeader(page, source),
    from: from.name,
    to: to.name,
    uses: uses?.map(formatSubject),
    leftOut,
    partial: partial.length > 0 ? [...partial] : undefined,
    incomplete: isOpen || undefined,
    before: before.map(step),
    moving: moving.map(step),
    check: check.map(step),
    later: waiting.map(waitingJson),
    help: help.map(line => toContextLine(line, page))
  }
}

const waitingJson = ({subject, announced, until, earliestEnd, replacement}: PendingSubject) => ({
  subject: formatSubject(subject),
  announced: statedText(announced),
  until: until && statedText(until),
  earliestEnd: earliestEnd?.day,
  replacement: replacement && formatSubject(replacement)
})
