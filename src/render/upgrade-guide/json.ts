import {formatSubject} from '../../model/subject/subject.ts'
import {sayPieces} from '../../text/changes/sentences.ts'
import {copy, statedText} from '../../text/statement.ts'
import type {Page} from '../page-data.ts'
import {type ContextSource, headOf, writtenLineOf} from '../release-notes/context.ts'
import type {WrittenUpgrade} from './format.ts'
import type {Upgrade, Waiting} from './guide.ts'
import type {Step} from './step.ts'

/** The upgrade guide as JSON. */
export function upgradeJson(upgrade: Upgrade, page: Page, source: ContextSource): WrittenUpgrade {
  const {from, to, uses, leftOut, before, moving, check, waiting, help, partial, isOpen} = upgrade
  const step = ({line, do: what, replacements, stop}: Step) => ({
    line: writtenLineOf(line, page),
    do: sayPieces(what),
    replacements: [...new Set(replacements.map(formatSubject))],
    ...copy('stop', stop)
  })
  return {
    format: 1,
    command: 'upgrade',
    ...headOf(page, source),
    from: from.name,
    to: to.name,
    ...copy('uses', uses?.map(formatSubject)),
    leftOut,
    ...copy('partial', partial.length > 0 ? [...partial] : undefined),
    ...copy('incomplete', isOpen || undefined),
    before: before.map(step),
    moving: moving.map(step),
    check: check.map(step),
    waiting: waiting.map(waitingJson),
    help: help.map(line => writtenLineOf(line, page))
  }
}

const waitingJson = ({subject, announced, until, lawful, replacement}: Waiting) => ({
  subject: formatSubject(subject),
  announced: statedText(announced),
  ...copy('until', until && statedText(until)),
  ...copy('lawfulEnd', lawful),
  ...copy('replacement', replacement && formatSubject(replacement))
})
