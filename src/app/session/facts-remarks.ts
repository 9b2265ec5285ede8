import type {FactsProblem, HistoryFacts} from '../../inputs/history/facts-files.ts'
import type {HistoryFile} from '../../inputs/history/file.ts'
import type {HistoryWithFacts} from '../../inputs/record/recorded-facts.ts'
import {groupBy} from '../../model/group-by.ts'
import {VERBS} from '../../model/lifecycle/event.ts'
import type {History} from '../../model/lifecycle/history.ts'
import {sayPlace} from '../../outputs/report/report-text.ts'
import {firstCompleteRelease} from '../../policy/announcement-completeness.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'

const WHAT_IS_WRONG: Readonly<Record<FactsProblem['kind'], string>> = {
  missing: 'is missing',
  changed: "isn't as it was recorded",
  newer: 'was written by a newer version of tenure',
  invalid: "isn't a valid facts file"
}

const REMEDIES: Readonly<Record<FactsProblem['kind'], string>> = {
  missing: 'Restore it from git',
  changed: 'Restore it from git',
  newer: 'Update tenure',
  invalid: 'Restore it from git'
}

/** Names the releases whose facts can't be used, with the remedy. Empty if there are none. */
export function sayFactsProblems({problems}: HistoryFacts, {declared}: HistoryFile): string[] {
  return [...groupBy(problems, ({kind}) => kind)].map(([kind, own]) => {
    const names = formatFew(own.map(({entry}) => declared.entries[entry]?.name ?? ''))
    const others = own.length > 1 ? ` and ${formatCount(own.length - 1, 'other file')}` : ''
    const isOne = others === ''
    const wrong = isOne ? WHAT_IS_WRONG[kind] : WHAT_IS_WRONG[kind].replace(/^is\b/, 'are').replace(/^was\b/, 'were')
    return `\`${own[0].path}\`${others} ${wrong}, so for ${names} the lines of the history alone count. ${REMEDIES[kind]}, or record ${isOne ? 'the release' : 'the releases'} again.`
  })
}

/** Remark on the removals that are undetermined because a recorded history has gaps. Empty if it has none. */
export function sayRecordedGap(history: History): string[] {
  const {incompleteAt, completeFrom} = history
  if (!incompleteAt) return []
  const beginning = firstCompleteRelease(history)
  const before = beginning !== undefined ? `up to ${beginning}` : `before ${completeFrom}`
  return [`Because of \`complete:\` in the history, removals without notice ${before} are undetermined.`]
}

/** Names the lines that a person deleted or rewrote since they were recorded, in one sentence. Empty if there are none. */
export function sayReplacedLines({replaced}: HistoryWithFacts, {declared, locate}: HistoryFile): string[] {
  if (replaced.length === 0) return []
  const releases = [...new Set(replaced.map(({entry}) => declared.entries[entry]))].map(entry =>
    entry ? `${entry.name} (${sayPlace(locate(entry.place))})` : ''
  )
  const names = replaced.map(({content}) => {
    const verb = VERBS.find(each => each in content) ?? 'changed'
    return `\`${verb}: ${content[verb]}\``
  })
  return [
    `${formatCount(replaced.length, 'line')} of ${formatFew(releases)} ${replaced.length === 1 ? 'differs' : 'differ'} from what was recorded: ${formatFew(names)}. What the history says now counts.`
  ]
}
