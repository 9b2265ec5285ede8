import {join} from 'node:path'
import {activeRules, inactivePlugins} from '../../app/plugins/load-plugins.ts'
import {type CommonOptions, pluginsOf} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {presets} from '../../inputs/config/policy-file.ts'
import {CHANGE_KINDS, isChangeKind} from '../../languages/kinds.ts'
import type {ChangeKind} from '../../model/api/change.ts'
import {documentationPage} from '../../model/documentation.ts'
import {inputError} from '../../model/input-error.ts'
import {findClosestWord} from '../../model/subject/closest-word.ts'
import type {Rule} from '../../rule.ts'
import {packageFolder} from '../../stores/files/installed-packages.ts'
import {EXIT} from '../exit-codes.ts'
import {type ExplainedKind, explainKinds, type KindCatalog} from '../formats/kind-catalog.ts'
import {kindJson, listedRule, ruleJson} from '../formats/rule-json.ts'
import {wrapColumn} from '../output.ts'
import {type AnswerFormat, type CommandAnswer, printAnswer} from '../print.ts'
import {explainKey} from './explain/explain-key.ts'
import {sayKind} from './explain/explain-kind.ts'
import {explainRule} from './explain/explain-rule.ts'

/** Options for explaining a rule or a kind of change, or for listing all rules. */
type Options = Pick<CommonOptions, 'config'> & {readonly id?: string | undefined; readonly format: AnswerFormat}

export async function run(options: Options, context: Context): Promise<number> {
  await printAnswer({formats: explain(options, context)}, options.format, context)
  return EXIT.fine
}

/** What a name stands for, in each format; without a name, all rules. */
function explain({id, config}: Options, context: Context): CommandAnswer['formats'] {
  const rules = activeRules(context)
  const rule = rules.find(each => each.id === id)
  if (id === undefined) return {json: () => rules.map(listedRule), stylish: () => listRules(rules, context)}
  if (rule) return {json: () => ruleJson(rule), stylish: () => explainRule(rule, context)}
  if (isChangeKind(id)) {
    const kind = explainKind(id, context)
    return {json: () => kindJson(kind), stylish: () => sayKind(kind, context)}
  }
  const text = presets().includes(id) ? presetText(id, context) : explainKey(id, context.files)
  if (text !== '')
    return {
      json() {
        throw inputError(
          'Keys and presets are explained as text. The folders `schemas/` and `policies/` of the package have them as files.'
        )
      },
      stylish: () => (id === 'policy' ? `${text}${listPresets(context)}` : text)
    }
  const known = [...rules.map(each => each.id), ...CHANGE_KINDS, ...presets()]
  const suggestion = findClosestWord(id, known)
  const isHidden = inactivePlugins(pluginsOf(context.files, {config}), context).length > 0
  const hint = suggestion ? ` Did you mean \`${suggestion}\`?` : isHidden ? ' Rules of plugins need `--plugins`.' : ''
  throw inputError(
    `There is no rule, kind of change, key, or preset \`${id}\`.${hint} \`tenure explain\` lists all rules, \`tenure explain tenure.yaml\` (or \`policy\`, \`history\`) all keys, and \`${documentationPage('reference/changes')}\` all kinds.`
  )
}

/** The names of the presets, below the keys of a policy. */
const listPresets = ({width = Number.POSITIVE_INFINITY}: Context): string =>
  ['Presets, which are explained by their names:', ...wrapColumn(`  ${presets().join(', ')}`, 2, width), ''].join('\n')

/** A preset as a policy file that people can copy. */
const presetText = (name: string, {files}: Context): string =>
  `# The preset \`${name}\`. To change parts of it, write \`extends: ${name}\` and these parts into a policy file.\n${files.readText(join(packageFolder('policies'), `${name}.yaml`))}`

function explainKind(id: ChangeKind, {files}: Context): ExplainedKind {
  const catalog = JSON.parse(files.readText(packageFolder('dist/kinds.json'))) as KindCatalog
  const kind = explainKinds(catalog).find(each => each.kind === id)
  if (!kind) throw new Error(`The kind of change \`${id}\` isn't explained.`)
  return kind
}

/** All rules, one per line. */
function listRules(rules: readonly Rule[], {width = Number.POSITIVE_INFINITY}: Context): string {
  const column = Math.max(...rules.map(({id}) => id.length)) + 2
  const lines = rules.flatMap(({id, level, summary}) =>
    wrapColumn(`${id.padEnd(column)}${level.padEnd(9)}${summary}`, column + 9, width)
  )
  return [
    ...lines,
    '',
    `${rules.length} rules. Run \`tenure explain RULE\` for details and examples.`,
    `${CHANGE_KINDS.length} kinds of change (${documentationPage('reference/changes')}). Run \`tenure explain KIND\`.`,
    ''
  ].join('\n')
}
