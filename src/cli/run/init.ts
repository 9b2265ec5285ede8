import type {Context} from '../../app/context.ts'
import {CI_LINES, ciCommand, ciLines, sayCiPrerequisites} from '../../app/init/ci-snippets.ts'
import {type InitOptions, init} from '../../app/init/init.ts'
import type {InitPlan} from '../../app/init/init-plan.ts'
import type {ProjectFiles} from '../../read/sources/project-files.ts'
import {plainText} from '../../report/sanitize-text.ts'
import {formatCount, formatFew, formatList} from '../../text/format-values.ts'
import {EXIT} from '../exit-codes.ts'

/** Creates a config file, and a history file if there's none, and prints what to do next. */
export function run(options: InitOptions, context: Context): number {
  const {found, plan, own, policy, declared, files} = init(options)
  const dry = options['dry-run']
  const name = declared?.about.service ?? formatList(plan.apis.map(each => each.name))
  const lines = [
    ...foundLines(found, plan, own),
    `${dry ? 'Would write' : 'Wrote'} ${formatList(files.map(({path}) => path))}: ${name}, judged by ${policy}.`,
    ...(dry
      ? files.flatMap(({path, text}) => [
          '',
          `${path}:`,
          ...text
            .trimEnd()
            .split('\n')
            .map(line => `  ${line}`)
        ])
      : []),
    ...nextLines(found, plan),
    ...pipelineLines(found)
  ]
  context.out(lines.map(line => `${plainText(line)}\n`).join(''))
  return EXIT.fine
}

function foundLines({specs, tags}: ProjectFiles, {apis, pages}: InitPlan, policy: string | undefined): string[] {
  const histories = apis.flatMap(({history}) =>
    history === undefined ? [] : [history === '.' ? 'service.yaml' : history]
  )
  const found = [
    ...(specs.length === 0 ? [] : [`${formatCount(specs.length, 'API description')} (${formatFew(specs)})`]),
    ...(histories.length === 0
      ? []
      : [`${formatCount(histories.length, 'history', 'histories')} (${formatFew(histories)})`]),
    ...(pages.length === 0 ? [] : [`${formatCount(pages.length, 'page')} with zones (${formatFew(pages)})`]),
    ...(policy === undefined ? [] : [`a policy (${policy})`]),
    ...(tags === undefined
      ? []
      : [`a git repository ${tags.length > 0 ? `with ${formatCount(tags.length, 'tag')}` : 'without tags'}`])
  ]
  return found.length === 0 ? [] : [`Found ${formatList(found)}.`]
}

function nextLines({tags = [], pages}: ProjectFiles, {apis, begins}: InitPlan): string[] {
  const [api] = apis
  if (begins !== undefined)
    return api?.spec === undefined
      ? [`Write down what each release brings in ${begins}, then run \`tenure check\` and \`tenure audit\`.`]
      : [
          '`tenure record --release 1.0` writes down what the description has now as the first release, by the name that it has.',
          'From then on run `tenure check` before each change goes out, and `tenure record --release V` with each release.'
        ]
  const isMany = apis.length > 1
  const one = isMany ? ` --api ${api?.name}` : ''
  return [
    ...(isMany ? [`\`--api ${api?.name}\` chooses one of them; \`tenure check\` judges them all.`] : []),
    ...(isMany && pages.length > 0 ? ['A page with zones belongs to one API: write it under its `rendered:`.'] : []),
    ...(tags.length > 0 && api?.spec !== undefined && api.history === undefined
      ? [
          `\`tenure audit . --spec ${api.spec}${one}\` judges the past by the tags, \`tenure record --all${one}\` makes a history of it.`
        ]
      : isMany && api?.history === undefined
        ? [`\`tenure record --release 1.0${one}\` begins its history with what its description has now.`]
        : []),
    'Run `tenure check` before each change goes out.'
  ]
}

function pipelineLines({ci, tags, installed}: ProjectFiles): string[] {
  const pipelines = ci.flatMap(each => [
    '',
    `For ${CI_LINES[each].file}:`,
    ...ciLines(each, installed).map(line => `  ${line}`)
  ])
  if (pipelines.length > 0) return [...pipelines, '', ...sayCiPrerequisites(installed)]
  return tags === undefined
    ? []
    : [
        '',
        'For any pipeline, with the whole git history:',
        `  ${ciCommand(installed)}`,
        ...sayCiPrerequisites(installed)
      ]
}
