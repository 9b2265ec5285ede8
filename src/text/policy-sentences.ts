import {isChangeKind, kindOf} from '../languages/kinds.ts'
import {TARGET_KINDS} from '../languages/languages.ts'
import type {
  ChangeRequirement,
  Clock,
  EffectMap,
  Guarantee,
  Policy,
  PolicyCondition,
  PolicyRevision,
  SuccessorRequirement,
  TimeRequirement,
  WaiverReason
} from '../model/verdict/policy.ts'
import {CLOCK_WORDS, formatDaysOfYear, formatEndWindow, formatLength, formatList} from './format-values.ts'

/** The guarantees for one stability level, or for one kind of subject at that level, one sentence each. */
export interface GuaranteeText {
  readonly to: string
  readonly sentences: readonly string[]
}

/** A policy revision in sentences. */
export interface RevisionText {
  readonly name: string
  readonly start: string
  readonly note?: string
  readonly guarantees: readonly GuaranteeText[]
  readonly breaks: readonly string[]
  readonly waiverReasons: readonly string[]
}

export const formatRevisions = ({revisions, stabilities}: Policy): RevisionText[] =>
  revisions.map((revision, index) => ({
    name: revision.name,
    start: sayStart(revision, index),
    ...(revision.note === undefined ? {} : {note: revision.note}),
    // The most stable level comes first, because most readers look for it.
    guarantees: stabilities.toReversed().flatMap(stability => guaranteesFor(stability, revision)),
    breaks: sayEffects(revision.effects),
    waiverReasons: revision.waiverReasons.map(sayWaiverReason)
  }))

function sayStart({start}: PolicyRevision, index: number): string {
  switch (start.kind) {
    case 'always':
      return index === 0 ? 'since the beginning' : 'in force'
    case 'unknown':
      return 'since an unknown date'
    case 'date':
      return `since ${start.stated}`
    case 'release':
      return `since ${start.name}`
  }
}

const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TARGET_KINDS).map(([kind, {plural}]) => [kind, plural])),
  field: 'fields',
  parameter: 'parameters',
  header: 'headers',
  value: 'enum values'
}

function guaranteesFor(stability: string, revision: PolicyRevision): GuaranteeText[] {
  const guarantee = revision.guarantees[stability]
  if (!guarantee) return []
  const kinds = Object.entries(guarantee.kinds)
  return [
    {to: `\`${stability}\``, sentences: sayGuarantee(guarantee)},
    ...kinds.map(([kind, inner]) => ({to: `\`${stability}\`, ${KINDS[kind]}`, sentences: sayGuarantee(inner)}))
  ]
}

function sayGuarantee(guarantee: Guarantee): string[] {
  if (guarantee.exempt) return ['It can change or be removed at any time, without notice.']
  const {terms, endWindow: window, conditions, successor, change, maxDuration, phases} = guarantee
  return [
    ...terms.map(sayTerm),
    ...(window.kind === 'any'
      ? []
      : [window.kind === 'never' ? 'Support never ends.' : `Support ends ${formatEndWindow(window)}.`]),
    ...(successor ? [saySuccessor(successor)] : []),
    ...conditions.map(({text}: PolicyCondition) => sentence(`Required before the removal: ${text}`)),
    sayChange(change),
    ...(maxDuration ? [`It has this stability for at most ${formatLength(maxDuration.length)}.`] : []),
    ...(phases.length === 0
      ? []
      : [
          `The notice has phases: ${phases
            .map(({name, length, description}) => {
              const about = [length && formatLength(length), description].filter(each => each !== undefined)
              return about.length === 0 ? name : `${name} (${about.join(': ')})`
            })
            .join(', then ')}.`
        ])
  ]
}

const TERMS = {
  notice: length => `At least ${length} of notice before support ends`,
  lifetime: length => `At least ${length} of support`,
  overlap: length => `At least ${length} of support after the release of its successor`
} as const satisfies Record<TimeRequirement['aspect'], (length: string) => string>

const USUAL_CLOCKS: Readonly<Record<string, Clock>> = {
  notice: 'announcement',
  lifetime: 'introduction',
  overlap: 'successor'
}

function sayTerm({aspect, length, clocks, startsOn}: TimeRequirement): string {
  const from = formatList(
    clocks.map(clock => CLOCK_WORDS[clock]),
    'or'
  )
  // Notice counts from the announcement, and lifetime from the introduction, unless the policy says otherwise.
  const isUsual = clocks.length === 1 && clocks[0] === USUAL_CLOCKS[aspect]
  const earlier = clocks.length > 1 ? ', whichever is earlier' : ''
  const aligned = startsOn ? `. The period starts on the next ${formatDaysOfYear(startsOn)}` : ''
  const [least = '', which = ''] = formatLength(length).split(/(?=, whichever)/)
  return `${TERMS[aspect](least)}${which}${isUsual ? '' : `, counted from ${from}${earlier}`}${aligned}.`
}

const saySuccessor = ({stability, before}: SuccessorRequirement): string =>
  `A successor${stability === 'same' ? ' that is at least as stable' : ''} is released before the ${before === 'end' ? 'removal' : 'deprecation'}.`

function sayChange(change: ChangeRequirement): string {
  switch (change.kind) {
    case 'forbidden':
      return 'No breaking changes.'
    case 'allowed':
      return 'Breaking changes are allowed at any time.'
    case 'notice':
      return `Breaking changes only after ${formatLength(change.length)} of notice.`
  }
}

const EFFECTS = {
  breaking: 'is breaking',
  compatible: 'is compatible',
  review: 'needs review'
} as const

function sayEffects(effects: EffectMap): string[] {
  return Object.entries(effects).flatMap(([kind, sides]) => {
    if (!isChangeKind(kind) || !sides) return []
    const [only, ...others] = new Set(Object.values(sides))
    if (only === undefined) return []
    // A side is named only if the other one has another effect.
    const isForAll = others.length === 0 && Object.keys(kindOf(kind).effects).every(side => side in sides)
    const said = Object.entries(sides).map(([side, effect]) => `in a ${side} ${EFFECTS[effect]}`)
    return [`\`${kind}\` ${isForAll ? EFFECTS[only] : said.join(', ')}.`]
  })
}

function sayWaiverReason({reason, minimum, approvers, usage, note}: WaiverReason): string {
  const minimumNotice = minimum === undefined ? [] : [`at least ${formatLength(minimum)} of notice`]
  const approval = approvers === undefined ? [] : [`approved by ${formatList(approvers, 'or')}`]
  const terms = [...minimumNotice, ...approval, ...(usage ? [usage.text] : [])].join(', ')
  return sentence(`\`${reason}\`${terms === '' ? '' : ` (${terms})`}${note === undefined ? '' : `: ${note}`}`)
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
