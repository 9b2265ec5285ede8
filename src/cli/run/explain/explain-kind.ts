import {createColors} from 'picocolors'
import type {Context} from '../../../context/context.ts'
import {documentationPage} from '../../../model/documentation.ts'
import {wrapText} from '../../../outputs/report/wrap-text.ts'
import type {ExplainedKind} from '../../formats/kind-catalog.ts'

const EFFECTS = {breaking: 'breaking', compatible: 'compatible', review: 'needs review'} as const

/** A kind of change as text. Sentences fit the terminal; code stays as people write it. */
export function sayKind(explained: ExplainedKind, {color, width}: Context): string {
  const {kind, title, means, effects, decided, wider, isRemoval, example} = explained
  const {bold} = createColors(color)
  const wrap = (text: string): string => (width === undefined ? text : wrapText(text, width))
  const indent = (text: string): string => text.trim().replace(/^(?=.)/gm, '    ')
  const sides = Object.entries(effects)
  const [[side] = ['response']] = sides
  const parts = [
    [`${bold(kind)} (kind of change)`, wrap(`${title}. ${means}`)],
    [
      ...sides.map(([each, effect]) => `In a ${each}: ${EFFECTS[effect]}`),
      wrap(`${decided}${wider ? ` A policy entry for \`${wider}\` applies to it, too.` : ''}`)
    ],
    ['In a policy, if you guarantee more or less:', indent(`compatibility:\n  ${kind}: {${side}: compatible}`)],
    [
      'In a waiver, for one change of this kind:',
      indent(`tenure waive 'GET /v1/loans' --kind ${kind} --reason REASON --approver NAME`)
    ],
    [
      wrap(
        `Where it breaks clients and the policy doesn't allow it, ${isRemoval ? 'deprecate it and remove it after the notice' : 'release it as a new version'}, revert it, or add a waiver.`
      )
    ],
    example === undefined
      ? [wrap("Only people can state it, because API descriptions don't show it.")]
      : ['Example (after `# old`: only in the older description; after `# new`: only in the newer):', indent(example)],
    [`Documentation: ${documentationPage('reference/changes', kind)}`]
  ]
  return `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`
}
