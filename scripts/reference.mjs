// Writes the reference pages in docs/reference/, and that of the worker, from the definitions in the code: the command
// line, the rules, and the files and JSON that the schemas describe. With --check nothing is written, and a stale page
// is an error.
import {readdir, readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {parse} from 'yaml'
import {importSource} from './import-source.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const GENERATED = '<!-- Written by `npm run reference`: do not edit. -->'
/** Title of what a command takes and gives, in a table; options of one topic have their own. */
const PLAIN = 'Argument or option'
/** From how many words on a text isn't written twice in a table. */
const LONG = 8

const {rules, lintText, COMMANDS, usageOf, commonOptions} = await importSource(`
  export {rules} from './rules/index.ts'
  export {lintText} from './test/reading.ts'
  export {COMMANDS, usageOf} from './src/cli/command-list.ts'
  export {commonOptions} from './src/cli/options/options.ts'
`)

const pages = new Map([
  ['docs/reference/cli.md', cliPage()],
  ['docs/reference/presets.md', await presetsPage()],
  ['docs/reference/rules.md', rulesPage()],
  [
    'docs/reference/history.md',
    await schemaPage({
      title: 'History file',
      intro:
        'The keys of `history.yaml`. A history can also be a folder: `service.yaml` has the keys of the file without `releases`, each file in `releases/` is one release or statement, and each file in `next/` is a list of unreleased changes. [Write a history](../guide/history.md) shows them in use.',
      schemas: ['history']
    })
  ],
  [
    'docs/reference/policy.md',
    await schemaPage({
      title: 'Policy file',
      intro: 'The keys of `policy.yaml`. [Write and change a policy](../guide/write-a-policy.md) shows them in use.',
      schemas: ['policy']
    })
  ],
  [
    'docs/reference/configuration.md',
    await schemaPage({
      title: 'Configuration file',
      intro:
        'The keys of `tenure.yaml`. Paths are relative to the file. `tenure init` writes one that fits your repository.',
      schemas: ['tenure'],
      explained: {schema: 'history', object: 'waiver', at: 'waivers[].'}
    })
  ],
  [
    'docs/reference/json.md',
    await schemaPage({
      title: 'JSON output',
      intro:
        'What the commands print with `--format json`, what [the library](../guide/extend.md) returns, and what templates see: the keys at the top, and those of findings. The JSON Schemas in `schemas/` describe all of them. Objects also have `format`, which is 1, and most have `command` and `asOf`, the day by which it judged. Keys can be added while `format` stays 1; none is removed and none changes its meaning.',
      schemas: [
        'report',
        'apis',
        'diff',
        'next-version',
        'when',
        'due',
        'headers',
        'deprecate',
        'upgrade',
        'apis-report',
        'rules',
        'explain',
        'context'
      ],
      depth: path => (/^(format|command|asOf)$/.test(path) ? 0 : path.startsWith('findings[].') ? 2 : 1)
    })
  ],
  [
    'integrations/spark/worker.md',
    await schemaPage({
      title: 'Worker',
      intro:
        'The program `dist/worker.cjs`, which the [Spark integration](README.md) starts, reads one JSON value a line and prints one a line: a handshake, then an answer to each job, in order. Keys and columns can be added while `format` stays 1; none is removed and none changes its meaning.',
      schemas: ['job', 'handshake', 'answer']
    })
  ]
])

const stale = []
for (const [path, text] of pages) {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue
  stale.push(path)
  if (process.argv.includes('--check')) continue
  await writeFile(path, text)
}
if (stale.length === 0) console.log('The reference pages are up to date.')
else if (process.argv.includes('--check')) {
  console.error(`Stale reference pages: ${stale.join(', ')}. Run \`npm run reference\`.`)
  process.exitCode = 1
} else console.log(`Wrote ${stale.length} reference pages.`)

/** Joins blocks of Markdown. */
function page(...blocks) {
  return `${[GENERATED, ...blocks].filter(block => block !== undefined && block !== '').join('\n\n')}\n`
}

function table(header, rows) {
  const line = cells => `| ${cells.map(cell => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

function fenced(language, text) {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``
}

/** Escapes prose for Markdown; code spans stay as they are. */
function prose(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\\*_<>[\]]/g, '\\$&')))
    .join('')
}

function cliPage() {
  const names = Object.keys(COMMANDS)
  const sharedMeanings = meaningsOfSeveral(Object.values(COMMANDS))
  return page(
    '# Command line',
    'What `tenure COMMAND --help`, or `tenure help COMMAND`, prints for each command.',
    table(
      ['Exit code', 'Meaning'],
      [
        [
          '0',
          'No violation. Commands that inform, such as `diff` and `audit`, exit with 0 unless `--fail-on` says otherwise.'
        ],
        ['1', 'Findings at level `error`'],
        ['2', 'Something could not be read or done'],
        ['3', 'Only with `--fail-on undetermined`, and of `next-version`: no violation, but something is undetermined']
      ]
    ),
    'If several apply, the first of 2, 1, 3, 0 wins.',
    `Commands: ${names.map(name => `[\`${name}\`](#tenure-${name})`).join(', ')}.`,
    '## Input options',
    table(
      ['Option', ''],
      Object.entries(commonOptions).map(([name, {describe}]) => [`\`--${name}\``, `${describe}.`])
    ),
    '## Shared options',
    table(
      ['Option or argument', ''],
      [...sharedMeanings].map(([shown, says]) => [`\`${shown}\``, says])
    ),
    ...names.map(name => commandSection(name, COMMANDS[name], sharedMeanings))
  )
}

/** The arguments and options that a command has for itself, each with its group, as it is shown, and what it means. */
function entriesOf({arguments: positionals, options}) {
  return [
    ...Object.entries(positionals).map(([name, each]) => [PLAIN, name, meaning(each)]),
    ...Object.entries(options).flatMap(([option, each]) => {
      const shown = each.alias === undefined ? `--${option}` : `-${each.alias}, --${option}`
      return each.hidden
        ? []
        : [[/^(In|Out)put:/.test(each.group) ? PLAIN : each.group.replace(/:$/, ''), shown, meaning(each)]]
    })
  ]
}

/** What arguments and options mean in several commands: of each, what it means in most. */
function meaningsOfSeveral(commands) {
  const counts = new Map()
  for (const [, shown, says] of commands.flatMap(entriesOf)) {
    const meanings = counts.get(shown) ?? new Map()
    counts.set(shown, meanings.set(says, (meanings.get(says) ?? 0) + 1))
  }
  return new Map(
    [...counts].flatMap(([shown, meanings]) => {
      const [[says, count]] = [...meanings].toSorted(([, a], [, b]) => b - a)
      return count > 1 ? [[shown, says]] : []
    })
  )
}

/** One command: usage, description, a table for its arguments and for each group of options, and examples. */
function commandSection(name, command, sharedMeanings) {
  const {summary, options, examples} = command
  const entries = entriesOf(command)
  const isShared = ([, shown, says]) => sharedMeanings.get(shown) === says
  const own = entries.filter(entry => !isShared(entry))
  const shared = entries.filter(isShared).map(([, shown]) => shown)
  const width = Math.max(...examples.map(([line]) => line.length))
  const titles = [...new Set([PLAIN, ...own.map(([group]) => group)])]
  return [
    `## tenure ${name}`,
    `${prose(summary)}: \`tenure ${usageOf(name)}\``,
    ...titles
      .filter(title => own.some(([group]) => group === title))
      .map(title =>
        table(
          [title, ''],
          own.flatMap(([group, shown, says]) => (group === title ? [[`\`${shown}\``, says]] : []))
        )
      ),
    [shared.length > 0 ? `[Shared](#shared-options): ${codes(shared)}.` : '', inputOf(options)].join(' ').trim(),
    fenced('sh', examples.map(([line, says]) => `${line.padEnd(width)}  # ${says}`).join('\n'))
  ].join('\n\n')
}

/** Which of the input options a command has. */
function inputOf(options) {
  const [own, others] = [true, false].map(isOwn =>
    Object.keys(commonOptions).filter(option => (options[option]?.hidden === true) === isOwn)
  )
  if (own.length === 0) return ''
  if (others.length === 0) return 'All [input options](#input-options).'
  return own.length > others.length
    ? `All [input options](#input-options) but ${codes(others.map(each => `--${each}`))}.`
    : `[Input options](#input-options): ${codes(own.map(each => `--${each}`))}.`
}

function codes(names) {
  return names.map(name => `\`${name}\``).join(', ')
}

/** What an option or an argument means, its choices, unless it names them, and its default. */
function meaning({describe, choices, default: value}) {
  return [
    /[.!?]$/.test(describe) ? describe : `${describe}.`,
    ...(choices?.every(choice => describe.split(/\W+/).includes(choice)) === false
      ? [`One of: ${choices.join(', ')}.`]
      : []),
    ...(value ? [`Default: ${value}.`] : [])
  ].join(' ')
}

async function presetsPage() {
  const presets = await Promise.all(
    (await readdir('policies')).sort().map(async name => parse(await readFile(join('policies', name), 'utf8')))
  )
  return page(
    '# Policy presets',
    'Policies that can be selected by name: `--policy NAME`, `policy: NAME`, or `extends: NAME`. Each is a file in `policies/`.',
    table(
      ['Name', 'Policy', 'Read on'],
      presets.map(({name, title, page: url, read}) => [
        `\`${name}\``,
        url === undefined ? `${prose(title)} (tenure's own, from no public page)` : `[${prose(title)}](${url})`,
        read
      ])
    )
  )
}

function rulesPage() {
  return page(
    '# Rules',
    'What each rule checks, why, its level, and its remedies, with the values of an example. A remedy that ends with “leave the entry as it is” is that of an audit; in a pull request, `check` names the first possible day, and the waiver to add. `tenure explain RULE` prints its messages, settings, and examples. `rules:` in `tenure.yaml` sets levels and options ([configuration](configuration.md)); where a key of the policy decides what a rule reports, change it there ([policy](policy.md)).',
    ...rules.map(ruleSection)
  )
}

function ruleSection(rule) {
  const {id, level, lowerLevel, summary, why, options, policyKey} = rule
  const facts = [
    `Level: \`${level}\`${lowerLevel ? `, or \`${lowerLevel}\` for some` : ''}.`,
    ...(policyKey === undefined ? [] : [`The policy decides: \`${policyKey}\`.`]),
    ...Object.entries(options ?? {}).map(([key, value]) => `Option: \`${key}\` (default: ${value}).`)
  ]
  return [
    `## ${id}`,
    prose(summary),
    `${prose(why)} ${facts.join(' ')}`,
    [
      ...remediesIn(rule, 'loud', 2).map(remedy => `- **Fix:** ${prose(remedy)}`),
      ...remediesIn(rule, 'undetermined', 1).map(remedy => `- **Fix, if it is undetermined:** ${prose(remedy)}`)
    ].join('\n')
  ].join('\n\n')
}

/** The first remedies in the examples of a kind that differ in more than their values. */
function remediesIn(rule, kind, count) {
  const remedies = rule.examples
    .filter(example => example.kind === kind)
    .flatMap(example => lintText(example, [rule]).findings)
    .flatMap(finding => [finding, ...finding.reasons])
    .flatMap(found => (found.rule === rule.id && found.remedy ? [found.remedy] : []))
  const different = new Map(remedies.toReversed().map(remedy => [remedy.replaceAll(/`[^`]*`|\d[\w.-]*/g, ''), remedy]))
  return [...different.values()].toReversed().slice(0, count)
}

/**
 * Tables of the keys that JSON Schemas describe. An object that occurs several times is described once, by name; keys
 * that the page of another file explains, and keys deeper than `depth`, are left out.
 */
async function schemaPage({title, intro, schemas, explained, depth = () => Number.POSITIVE_INFINITY}) {
  const documents = await Promise.all(schemas.map(async name => ({name, schema: await readSchema(name)})))
  const known = await explainedKeys(explained)
  const shared = sharedObjects(documents.map(({schema}) => schema))
  const isFile = schemas.length === 1
  const sections = documents.map(({name, schema}) => {
    const all = keyRows(schema, '', {shared, root: schema, files: isFile}).filter(
      ({path}) => !known.has(path) && path.split('.').length <= depth(path)
    )
    const rows = isFile ? withoutRepeated(all) : all
    const heading = isFile ? [] : [`## ${capitalized(name)}`, prose(`${schema.title}.`)]
    return [
      ...heading,
      `JSON Schema: \`schemas/${name}.schema.json\``,
      ...(rows.length > 0 ? [keyTable(rows)] : [])
    ].join('\n\n')
  })
  const objects = linkedObjects(
    sections,
    new Map(
      [...shared.values()].map(({name, schema, root}) => [
        name,
        keyTable(keyRows(schema, '', {shared, root, top: true, files: isFile}))
      ])
    )
  )
  return page(`# ${title}`, intro, ...sections, ...(objects.length === 0 ? [] : ['## Shared objects', ...objects]))
}

/** The sections of those objects to which the sections, or these objects themselves, link. */
function linkedObjects(sections, tables) {
  const texts = [...sections]
  const linked = new Set()
  for (const text of texts)
    for (const [name, rows] of tables)
      if (!linked.has(name) && text.includes(`](#${name.toLowerCase()})`)) {
        linked.add(name)
        texts.push(rows)
      }
  return [...linked].toSorted().map(name => `### ${name}\n\n${tables.get(name)}`)
}

async function readSchema(name) {
  return inlined(JSON.parse(await readFile(`schemas/${name}.schema.json`, 'utf8')))
}

/** The paths of the keys that an object of another file has, too. */
async function explainedKeys(explained) {
  if (explained === undefined) return new Set()
  const {$defs} = await readSchema(explained.schema)
  return new Set(Object.keys($defs[explained.object].properties).map(key => explained.at + key))
}

/** A schema without references to definitions that are only shared to be written once: no object with a description. */
function inlined({$defs = {}, ...root}) {
  const isNamed = schema => schema.description !== undefined && hasObject(schema)
  const inline = value => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(inline)
    const {$ref, ...own} = value
    const shared = typeof $ref === 'string' && definition($ref, {$defs})
    if (shared && !isNamed(shared)) return inline({...shared, ...own})
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inline(each)]))
  }
  const named = Object.entries($defs).filter(([, schema]) => isNamed(schema))
  return {...inline(root), $defs: inline(Object.fromEntries(named))}
}

function capitalized(name) {
  return name.replace(/^\[?\p{L}/u, start => start.toUpperCase())
}

/**
 * One row for each key. Keys of the same object that follow each other and have the same text share one, and a long
 * text is written once.
 */
function keyTable(rows) {
  const lines = []
  const first = new Map()
  for (const [at, {path, type, meaning, required}] of rows.entries()) {
    const [, parent = '', name] = /^(.*?)([^.]*)$/s.exec(path)
    const next = rows[at + 1]?.path ?? ''
    const hasKeys = next.startsWith(`${path}.`) || next.startsWith(`${path}[`)
    const text = [isPlain(type, meaning, hasKeys) ? '' : `${capitalized(type)}.`, prose(meaning)].join(' ').trim()
    const isKnown = first.has(text) && text.split(' ').length >= LONG
    const says = [required ? 'Required.' : '', isKnown ? `See \`${first.get(text)}\`.` : text].join(' ').trim()
    if (!first.has(text)) first.set(text, path)
    const last = lines.at(-1)
    if (last?.parent === parent && last.text === text && last.required === required)
      last.keys.push(parent === '' ? name : `.${name}`)
    else lines.push({parent, text, required, says, keys: [path]})
  }
  return table(
    ['Key', 'Meaning'],
    lines.map(({keys, says}) => [keys.map(key => `\`${key}\``).join(', '), says])
  )
}

/** Whether a type goes without saying: a described text or object, a list whose keys follow, values that are explained. */
function isPlain(type, meaning, hasKeys) {
  if (meaning === '') return false
  if (/^(text|object)$/.test(type) || (hasKeys && type === 'list of object')) return true
  return type.match(/`[^`]+`/g)?.every(value => meaning.includes(value)) ?? false
}

function isObject(schema) {
  return schema?.properties !== undefined
}

/** Whether a schema is an object, or can be one. */
function hasObject(schema) {
  return isObject(schema) || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(isObject)
}

/** Whether an object has only keys of the object that the section is about. */
function isPartOf(schema, section) {
  const all = (section?.anyOf ?? [section]).find(isObject)?.properties
  if (all === undefined || !isObject(schema)) return false
  const keys = Object.keys(schema.properties)
  return keys.length > 3 && keys.every(key => JSON.stringify(all[key]) === JSON.stringify(schema.properties[key]))
}

function shapeOf(schema) {
  return JSON.stringify({...schema, description: undefined})
}

/** Objects in `$defs`, and equal ones in at least three places, by their shape. */
function sharedObjects(roots) {
  const found = new Map()
  const visit = (schema, name, root) => {
    if (typeof schema !== 'object' || schema === null) return
    const isDefinition = Object.values(root.$defs ?? {}).includes(schema) && hasObject(schema)
    if (name !== undefined && (isDefinition || (isObject(schema) && Object.keys(schema.properties).length > 1))) {
      const shape = shapeOf(schema)
      const entry = found.get(shape) ?? {schema, root, names: new Map(), count: 0}
      entry.count++
      entry.names.set(name, (entry.names.get(name) ?? 0) + 1)
      found.set(shape, entry)
    }
    for (const [key, inner] of Object.entries(schema.properties ?? {})) visit(inner, key, root)
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.items, schema.additionalProperties])
      visit(inner, name, root)
    for (const [key, inner] of Object.entries(schema.$defs ?? {})) visit(inner, key, root)
  }
  for (const root of roots) visit(root, undefined, root)
  const taken = new Set()
  const shared = new Map()
  for (const [shape, entry] of found) {
    if (entry.count < 3 && !Object.values(entry.root.$defs ?? {}).includes(entry.schema)) continue
    const [[name]] = [...entry.names].sort((a, b) => b[1] - a[1])
    if (taken.has(name)) continue
    taken.add(name)
    shared.set(shape, {...entry, name})
  }
  return shared
}

/** The keys of a schema and of everything in it, one row each. */
function keyRows(schema, path, context) {
  const {shared, root, top} = context
  const inner = {shared, root, files: context.files, section: top ? schema : context.section}
  if (schema.$ref !== undefined) return []
  if (!top && isPartOf(schema, context.section)) return []
  if (!top && shared.has(shapeOf(schema))) return []
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const rows = alternatives.flatMap(each => keyRows(each, path, {...inner, top, files: false}))
  if (schema.items) rows.push(...keyRows(schema.items, `${path}[]`, inner))
  if (typeof schema.additionalProperties === 'object' && !isObject(schema))
    rows.push(...keyRows(schema.additionalProperties, path === '' ? '*' : `${path}.*`, inner))
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? key : `${path}.${key}`
    rows.push({
      path: at,
      type: typeText(value, inner),
      meaning: value.description ?? (value.$ref ? (definition(value.$ref, root).description ?? '') : ''),
      required: schema.required?.includes(key) && context.files
    })
    rows.push(...keyRows(value, at, inner))
  }
  return rows.filter((row, at) => rows.findIndex(other => other.path === row.path) === at)
}

/** The rows without those of an item whose key stands at the top, too, and means the same there. */
function withoutRepeated(rows) {
  const known = new Set(rows.map(({path, type, meaning}) => [path, type, meaning].join('|')))
  return rows.filter(
    ({path, type, meaning}) =>
      !known.has([path.replace(/^\w+\[\]\./, ''), type, meaning].join('|')) || !/^\w+\[\]\./.test(path)
  )
}

function definition(ref, root) {
  return root.$defs?.[ref.replace('#/$defs/', '')] ?? {}
}

function typeText(schema, context) {
  const {shared, root} = context
  if (schema.$ref !== undefined) {
    return typeText({...definition(schema.$ref, root), description: undefined}, context)
  }
  const named = shared.get(shapeOf(schema))
  if (named) return `[${named.name}](#${named.name.toLowerCase()})`
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum?.includes('operation-added')) return '[kind of change](changes.md)'
  if (schema.enum) return [...new Set(schema.enum.map(String))].map(value => `\`${value}\``).join(', ')
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (alternatives.length > 0) {
    const types = [...new Set(alternatives.map(each => typeText(each, context)))]
    return types.join(' or ').replace(/^(\w+) or list of \1$/, '$1 or list')
  }
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items, context)}` : 'list'
  if (Array.isArray(schema.type)) return 'text'
  if (typeof schema.additionalProperties === 'object' && !isObject(schema))
    return `map to ${typeText(schema.additionalProperties, context)}`
  return (
    {string: 'text', boolean: '`true` or `false`', integer: 'number', number: 'number', object: 'object', null: 'null'}[
      schema.type
    ] ?? 'any value'
  )
}
