// Tools of MCP servers: what is an event, what is compared, and that all commands read them.

import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {DELETED, repositoryOf} from '../gate/scenario.ts'
import {examplesOf, splitExample} from '../kind-catalog.ts'
import {sample} from '../tier.ts'

type Json = Readonly<Record<string, unknown>>

const BOOK = {type: 'object', properties: {book: {type: 'string'}}, required: ['book']}
const tool = (name: string, more: Json = {}): Json => ({
  name,
  description: `Calls ${name}.`,
  inputSchema: BOOK,
  ...more
})
const list = (...tools: readonly Json[]): string => `${JSON.stringify({tools}, undefined, 2)}\n`

const EFFECTS: Readonly<Record<string, string>> = {yes: 'breaking', no: 'compatible', unknown: 'review'}

/** Compares two lists of tools, and returns each change with its effect. */
async function compare(older: string, newer: string): Promise<string[]> {
  const cwd = folder({'old.json': older, 'new.json': newer})
  const ran = await tenure(['diff', 'old.json', 'new.json', '--format', 'json', '--verbose'], {cwd})
  const {changes} = JSON.parse(ran.out) as {changes: readonly {kind: string; breaks: string}[]}
  return changes.map(({kind, breaks}) => `${kind} ${EFFECTS[breaks]}`).toSorted()
}

const input = (properties: Json, more: Json = {}): Json => ({inputSchema: {type: 'object', properties, ...more}})

const OUTPUT: Json = {outputSchema: {type: 'object', properties: {due: {type: 'string'}}}}
const tasks = (taskSupport: string): Json => ({execution: {taskSupport}})

describe('tools', () => {
  test.each<[string, Json, Json, readonly string[]]>(
    sample([
      [
        'another name',
        tool('get_loan'),
        tool('loan_get'),
        ['operation-added compatible', 'operation-removed breaking']
      ],
      [
        'an optional argument',
        tool('a', input({})),
        tool('a', input({due: {type: 'string'}})),
        ['field-added compatible']
      ],
      [
        'a required argument',
        tool('a', input({})),
        tool('a', input({due: {type: 'string'}}, {required: ['due']})),
        ['required-field-added breaking']
      ],
      ['an argument less', tool('a', input({due: {type: 'string'}})), tool('a', input({})), ['field-removed breaking']],
      [
        'fewer values',
        tool('a', input({state: {enum: ['LENT', 'LOST']}})),
        tool('a', input({state: {enum: ['LENT']}})),
        ['value-removed breaking']
      ],
      [
        'a definition that a reference leads to',
        tool('a', input({due: {$ref: '#/$defs/Day'}}, {$defs: {Day: {type: 'string'}}})),
        tool('a', input({due: {$ref: '#/$defs/Day'}}, {$defs: {Day: {type: 'integer'}}})),
        ['type-changed breaking']
      ],
      [
        'a field less in what it returns',
        tool('a', {outputSchema: {type: 'object', properties: {due: {type: 'string'}}, required: ['due']}}),
        tool('a', {outputSchema: {type: 'object', properties: {}}}),
        ['field-removed breaking']
      ],
      ['another description', tool('a'), tool('a', {description: 'Other.'}), ['tool-description-changed compatible']],
      [
        'a tool that no longer only reads',
        tool('a', {annotations: {readOnlyHint: true}}),
        tool('a'),
        ['tool-hint-changed review']
      ],
      [
        'a default that is written out',
        tool('a'),
        tool('a', {
          annotations: {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true}
        }),
        []
      ],
      [
        'no more deletions',
        tool('a'),
        tool('a', {annotations: {destructiveHint: false}}),
        ['tool-hint-changed review']
      ],
      [
        'a hint that means nothing for a tool that only reads',
        tool('a', {annotations: {readOnlyHint: true}}),
        tool('a', {annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true}}),
        []
      ],
      ['other line breaks', tool('a'), tool('a', {description: 'Calls\n  a.\n'}), []],
      ['no output schema', tool('a', OUTPUT), tool('a'), ['output-schema-removed breaking']],
      ['an output schema', tool('a'), tool('a', OUTPUT), ['output-schema-added compatible']],
      [
        'undocumented arguments rejected',
        tool('a', input({due: {type: 'string'}})),
        tool('a', input({due: {type: 'string'}}, {additionalProperties: false})),
        ['object-closed review']
      ],
      [
        'undocumented arguments rejected inside',
        tool('a', input({loan: {type: 'object', properties: {due: {type: 'string'}}}})),
        tool('a', input({loan: {type: 'object', properties: {due: {type: 'string'}}, additionalProperties: false}})),
        ['object-closed review']
      ],
      [
        'undocumented arguments rejected by another keyword',
        tool('a', input({due: {type: 'string'}})),
        tool('a', input({due: {type: 'string'}}, {unevaluatedProperties: false})),
        ['constraint-tightened review']
      ],
      [
        'undocumented arguments limited',
        tool('a', input({due: {type: 'string'}})),
        tool('a', input({due: {type: 'string'}}, {additionalProperties: {type: 'integer'}})),
        ['constraint-tightened review']
      ],
      [
        'undocumented arguments rejected that were documented as accepted',
        tool('a', input({due: {type: 'string'}}, {additionalProperties: true})),
        tool('a', input({due: {type: 'string'}}, {additionalProperties: false})),
        ['object-closed breaking']
      ],
      [
        'undocumented arguments accepted',
        tool('a', input({due: {type: 'string'}}, {additionalProperties: false})),
        tool('a', input({due: {type: 'string'}})),
        ['object-opened compatible']
      ],
      ['tasks only', tool('a'), tool('a', tasks('required')), ['task-support-tightened breaking']],
      [
        'tasks only, not also',
        tool('a', tasks('optional')),
        tool('a', tasks('required')),
        ['task-support-tightened breaking']
      ],
      ['no tasks', tool('a', tasks('optional')), tool('a'), ['task-support-tightened breaking']],
      ['also tasks', tool('a', tasks('forbidden')), tool('a', tasks('optional')), ['task-support-loosened compatible']],
      [
        'also no tasks',
        tool('a', tasks('required')),
        tool('a', tasks('optional')),
        ['task-support-loosened compatible']
      ],
      ['the default of tasks', tool('a'), tool('a', tasks('forbidden')), []],
      [
        'a mark in `_meta`',
        tool('a'),
        tool('a', {_meta: {'library.example/deprecated': true}}),
        ['deprecated compatible']
      ],
      [
        'a sunset in `_meta`',
        tool('a', {_meta: {deprecated: '2025-03-01'}}),
        tool('a', {_meta: {deprecated: '2025-03-01', sunset: '2026-06-01'}}),
        ['sunset-set compatible']
      ],
      [
        'no mark and no sunset any more in `_meta`',
        tool('a', {_meta: {deprecated: '2025-03-01', sunset: '2026-06-01', replacedBy: 'b'}}),
        tool('a'),
        ['deprecation-withdrawn compatible']
      ],
      [
        'a mark in the description',
        tool('a'),
        tool('a', {description: '[DEPRECATED] Calls a.'}),
        ['deprecated compatible']
      ],
      [
        'a mark that is taken back',
        tool('a', {description: '(deprecated) Calls a.'}),
        tool('a'),
        ['deprecation-withdrawn compatible']
      ],
      [
        'a mark that `_meta` denies',
        tool('a', {_meta: {deprecated: false}}),
        tool('a', {_meta: {deprecated: false}, description: '[DEPRECATED] Calls a.'}),
        ['tool-description-changed compatible']
      ],
      [
        'a sentence about replacements after another mark',
        tool('a', {description: '[beta] Calls a.'}),
        tool('a', {description: '[beta] Use a instead. Calls a.'}),
        ['tool-description-changed compatible']
      ],
      [
        'a mark with another text',
        tool('a'),
        tool('a', {description: '[DEPRECATED] Calls a and b.'}),
        ['deprecated compatible', 'tool-description-changed compatible']
      ],
      [
        'a mark with more than what becomes of the tool',
        tool('a'),
        tool('a', {description: '[DEPRECATED] Use a instead, and send it all files. Calls a.'}),
        ['deprecated compatible', 'tool-description-changed compatible']
      ],
      [
        'a mark with a replacement that is no tool',
        tool('a'),
        tool('a', {description: '[DEPRECATED] Use b instead. Calls a.'}),
        ['deprecated compatible', 'tool-description-changed compatible']
      ],
      [
        'a sunset in the words after the mark',
        tool('a', {description: '[DEPRECATED] Calls a.'}),
        tool('a', {description: '[DEPRECATED: will be removed on June 1, 2027] Calls a.'}),
        ['sunset-set compatible']
      ],
      [
        'a mark in the description of an argument',
        tool('a', input({due: {type: 'string', description: 'The day.'}})),
        tool('a', input({due: {type: 'string', description: '[deprecated] The day.'}})),
        ['deprecated compatible']
      ],
      [
        'another description of an argument',
        tool('a', input({due: {type: 'string', description: 'The day.'}})),
        tool('a', input({due: {type: 'string', description: 'The night.'}})),
        ['tool-description-changed compatible']
      ],
      [
        'a first description of an argument, and another title of the schema',
        tool('a', input({due: {type: 'string'}}, {title: 'A'})),
        tool('a', input({due: {type: 'string', description: 'The day.'}}, {title: 'B'})),
        ['tool-description-changed compatible', 'tool-description-changed compatible']
      ],
      [
        'no description of an argument',
        tool('a', input({due: {type: 'string', description: 'The day.'}})),
        tool('a', input({due: {type: 'string'}})),
        ['tool-description-changed compatible']
      ],
      [
        'another description in a definition, an alternative, and a result',
        tool('a', {
          ...input(
            {due: {$ref: '#/$defs/Day'}, by: {anyOf: [{type: 'string', description: 'A name.'}]}},
            {$defs: {Day: {description: 'A day.'}}}
          ),
          outputSchema: {type: 'object', properties: {loans: {type: 'array', items: {description: 'A loan.'}}}}
        }),
        tool('a', {
          ...input(
            {due: {$ref: '#/$defs/Day'}, by: {anyOf: [{type: 'string', description: 'Names.'}]}},
            {$defs: {Day: {description: 'Days.'}}}
          ),
          outputSchema: {type: 'object', properties: {loans: {type: 'array', items: {description: 'Loans.'}}}}
        }),
        [
          'tool-description-changed compatible',
          'tool-description-changed compatible',
          'tool-description-changed compatible'
        ]
      ],
      [
        'a description that moves into a definition with another text',
        tool('a', input({loan: {type: 'object', properties: {due: {type: 'string', description: 'The day.'}}}})),
        tool(
          'a',
          input(
            {loan: {$ref: '#/$defs/Loan'}},
            {$defs: {Loan: {type: 'object', properties: {due: {type: 'string', description: 'All files.'}}}}}
          )
        ),
        ['tool-description-changed compatible', 'tool-description-changed compatible']
      ],
      [
        'a description that moves into a definition as it is',
        tool('a', input({loan: {type: 'object', properties: {due: {type: 'string', description: 'The day.'}}}})),
        tool(
          'a',
          input(
            {loan: {$ref: '#/$defs/Loan'}},
            {$defs: {Loan: {type: 'object', properties: {due: {type: 'string', description: 'The day.'}}}}}
          )
        ),
        []
      ],
      [
        'an argument with a description',
        tool('a', input({})),
        tool('a', input({due: {type: 'string', description: 'The day.'}})),
        ['field-added compatible']
      ],
      [
        'an argument that is called like a keyword',
        tool('a', input({description: {type: 'string', title: 'A'}, default: {type: 'string', title: 'B'}})),
        tool('a', input({description: {type: 'string', title: 'A'}, default: {type: 'string', title: 'C'}})),
        ['tool-description-changed compatible']
      ],
      ['another title', tool('a', {title: 'A'}), tool('a', {title: 'B'}), ['tool-description-changed compatible']],
      [
        'other examples of an argument',
        tool('a', input({due: {type: 'string', examples: ['2027-06-01']}})),
        tool('a', input({due: {type: 'string', examples: ['all files']}})),
        ['tool-description-changed compatible']
      ],
      [
        'another title in the annotations',
        tool('a', {title: 'A', annotations: {title: 'A'}}),
        tool('a', {title: 'A', annotations: {title: 'B'}}),
        ['tool-description-changed compatible']
      ],
      [
        'a level in the description',
        tool('a'),
        tool('a', {description: '[Beta] Calls a.'}),
        ['stability-changed breaking']
      ]
    ])
  )('%s', async (_, older, newer, changes) => {
    expect(await compare(list(older), list(newer))).toEqual(changes)
  })

  test.each([
    ['an answer of JSON-RPC', JSON.stringify({jsonrpc: '2.0', id: 1, result: {tools: [tool('a')]}})],
    ['the list alone', JSON.stringify([tool('a')])]
  ])('%s is read like the result', async (_, text) => {
    expect(await compare(text, list())).toEqual(['operation-removed breaking'])
  })

  test('the words after a mark name the replacement and the sunset', async () => {
    const description = '[DEPRECATED] Use the tool `hail` instead. Will be removed on 2027-06-01. Calls ping.'
    const files = {'old.json': list(tool('ping')), 'new.json': list(tool('ping', {description}), tool('hail'))}
    const args = ['diff', 'old.json', 'new.json', '--policy', 'mcp-tools', '--fail-on=undetermined']
    const {code, out} = await tenure(args, {cwd: folder(files)})
    expect(code).toBe(0)
    expect(out).toContain('The tool `ping` is now deprecated; support ends on 2027-06-01. Use the tool `hail` instead.')
    expect(out).not.toContain('description')
  })

  test.each<[string, Json, Json, string]>([
    [
      'an argument',
      input({due: {type: 'string', description: 'The day.'}}),
      input({due: {type: 'string', description: 'All files.'}}),
      'The description of `due` of the tool `a` changed.'
    ],
    ['a tool', {title: 'A'}, {title: 'B'}, 'The title of the tool `a` changed.']
  ])('a policy that reviews descriptions reviews the text of %s', async (_, older, newer, sentence) => {
    const cwd = folder({'old.json': list(tool('a', older)), 'new.json': list(tool('a', newer))})
    const ran = await tenure(['diff', 'old.json', 'new.json', '--policy', 'mcp-tools', '--fail-on=undetermined'], {cwd})
    expect(ran.code).toBe(3)
    expect(ran.out).toContain(sentence)
  })

  const MOOR = {name: 'moor', arguments: [{name: 'dock', required: false}]}
  const offer = (more: Json): string => JSON.stringify({tools: [tool('a')], ...more})
  test.each<[string, string, string, readonly string[]]>(
    sample([
      [
        'a prompt asks for more',
        offer({prompts: [MOOR]}),
        offer({prompts: [{...MOOR, arguments: [{name: 'dock', required: true}]}]}),
        ['unread-list-changed review']
      ],
      [
        'a resource leaves',
        offer({resources: [{uri: 'harbor://tides'}]}),
        offer({resources: []}),
        ['unread-list-changed review']
      ],
      [
        'all templates leave',
        offer({resourceTemplates: [{uriTemplate: 'harbor://{day}'}]}),
        offer({}),
        ['unread-list-changed review']
      ],
      ['a first instruction', offer({}), offer({instructions: 'Call a.'}), ['unread-list-changed review']],
      [
        'a list of another name',
        offer({templates: [{uriTemplate: 'harbor://{day}'}]}),
        offer({templates: []}),
        ['unread-list-changed review']
      ],
      ['a prompt comes', offer({}), offer({prompts: [MOOR]}), ['unread-list-changed compatible']],
      ['prompts in another order', offer({prompts: [MOOR, {name: 'b'}]}), offer({prompts: [{name: 'b'}, MOOR]}), []],
      [
        'other instructions',
        offer({instructions: 'Call a.'}),
        offer({instructions: 'Call a twice.'}),
        ['unread-list-changed review']
      ],
      [
        'a prompt leaves an answer of JSON-RPC',
        JSON.stringify([{result: {tools: [tool('a')]}}, {result: {tools: [], prompts: [MOOR]}}]),
        JSON.stringify([{result: {tools: [tool('a')]}}, {result: {tools: [], prompts: []}}]),
        ['unread-list-changed review']
      ]
    ])
  )('what a server offers besides tools is compared as a whole: %s', async (_, older, newer, changes) => {
    expect(await compare(older, newer)).toEqual(changes)
  })

  test('the whole input is shown where a tool needs more', async () => {
    const cwd = folder({'old.json': list(tool('lend', input({}))), 'new.json': list(tool('lend'))})
    const ran = await tenure(['diff', 'old.json', 'new.json'], {cwd})
    expect(ran.out).toContain('Added the required argument `book` to the tool `lend`.')
    expect(ran.out).toContain('Example: a call without `book` was accepted and is now rejected.')
    expect(ran.out).toMatch(/new\.json:\d+:\d+/)
  })

  test('a reference that leads nowhere is shown as it is written', async () => {
    const due = (schema: Json): string => list(tool('a', input({due: schema}, {$defs: {Day: {type: 'string'}}})))
    const cwd = folder({'old.json': due({$ref: '#/$defs/Day'}), 'new.json': due({$ref: '#/$defs/Days'})})
    const ran = await tenure(['diff', 'old.json', 'new.json'], {cwd})
    expect(ran.out).toContain('`#/$defs/Days`')
    expect(ran.out).not.toContain('#/paths')
  })

  test.each(
    sample([
      ['one page of several', {tools: [tool('a')], nextCursor: 'b'}, 'is one page of several'],
      ['a name twice', {tools: [tool('a'), tool('a')]}, 'is listed twice'],
      [
        'a text as a hint',
        {tools: [tool('a', {annotations: {readOnlyHint: 'true'}})]},
        'is neither `true` nor `false`'
      ],
      ['a text as annotations', {tools: [tool('a', {annotations: 'readOnly'})]}, "isn't an object"],
      ['a schema that is no object', {tools: [tool('a', {inputSchema: true}), tool('b')]}, "isn't an object"],
      ['an unknown support of tasks', {tools: [tool('a', tasks('yes'))]}, 'is neither `forbidden`'],
      ['two lists', {tools: [tool('a')], result: {tools: [tool('a'), tool('b')]}}, 'has a second list of tools'],
      ['a list in a tool', {...tool('a'), tools: [tool('b')]}, 'has a second list of tools'],
      ['no name', {tools: [{inputSchema: BOOK}, tool('a')]}, 'has no `name`']
    ])
  )('%s is reported', async (_, file, message) => {
    const cwd = folder({'old.json': list(tool('a')), 'new.json': JSON.stringify(file)})
    const ran = await tenure(['diff', 'old.json', 'new.json', '--fail-on=violation'], {cwd})
    expect(ran.out + ran.err).toContain(message)
    expect(ran.out).not.toMatch(/^✔/)
  })
})

const CONFIG = 'format: 1\nspec: tools.json\nhistory: history.yaml\n'
const HISTORY = `format: 1
service: Loans
releases:
  - release: '1.1'
    date: 2025-03-01
    changes:
      - deprecated: tool get_loan
        sunset: 2026-06-01
  - release: '1.0'
    date: 2025-01-01
    changes:
      - added: tool get_loan
      - added: tool lend
`

test('a text in place of the schema of an argument is not compared in silence', async () => {
  const cwd = folder({'old.json': list(tool('a', input({}))), 'new.json': list(tool('a', input({due: 'string'})))})
  const ran = await tenure(['diff', 'old.json', 'new.json', '--fail-on=undetermined'], {cwd})
  expect([ran.code, ran.out]).toEqual([3, expect.stringContaining('`due` must be a schema, not text. (new.json:9:11)')])
})

test('a change that removes a tool is held against the notice', async () => {
  const cwd = await repositoryOf({
    main: [
      [
        '2025-03-01',
        {'tenure.yaml': CONFIG, 'tools.json': list(tool('get_loan'), tool('lend')), 'history.yaml': HISTORY}
      ]
    ],
    branch: [['2025-04-01', {'tools.json': list(tool('lend'))}]]
  })
  const checked = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
  expect(checked.code).toBe(1)
  expect(checked.out).toContain('9 months after its deprecation in 1.1 (2025-03-01). The policy requires 13 months.')
  expect(checked.out).toContain("`tenure waive 'tool get_loan'")
  const recorded = await tenure(['record', '--release', '2.0', '--date', '2025-12-01', '--base', 'main'], {cwd})
  expect(recorded).toMatchObject({code: 0, err: ''})
  expect(readFileSync(`${cwd}/history.yaml`, 'utf8')).toContain('removed: tool get_loan')
})

test('a deleted file counts as the removal of all its tools', async () => {
  const cwd = await repositoryOf({
    main: [['2025-03-01', {'tenure.yaml': CONFIG, 'tools.json': list(tool('lend')), 'history.yaml': HISTORY}]],
    branch: [['2025-04-01', {'tools.json': DELETED}]]
  })
  const checked = await tenure(['check', '--as-of', '2025-12-01'], {cwd})
  expect(checked.code).toBe(1)
  expect(checked.out).toContain('`lend`')
})

const releases = {
  '1.0.json': list(tool('get_loan'), tool('lend')),
  '1.1.json': list(
    tool('get_loan', {_meta: {deprecated: true, replacedBy: 'find_loan', sunset: '2025-06-01'}}),
    tool('lend')
  ),
  '2.0.json': list(tool('find_loan'), tool('lend')),
  'releases.json': JSON.stringify({
    service: 'Loans',
    releases: [
      {version: '1.0', date: '2025-01-01', file: '1.0.json'},
      {version: '1.1', date: '2025-03-01', file: '1.1.json'},
      {version: '2.0', date: '2025-07-01', file: '2.0.json'}
    ]
  })
}

test.each(
  sample([
    ['audit .', 'Tool `get_loan` reached its sunset on 2025-06-01'],
    ['changelog .', 'Removed the tool `get_loan`'],
    ['notes 1.1', 'The tool `get_loan` is now deprecated'],
    ['upgrade 1.0 2.0', 'the tool `find_loan`']
  ])
)('commands on releases read tools: %s', async (line, text) => {
  const ran = await tenure([...line.split(' '), '--as-of', '2025-12-01'], {cwd: folder(releases)})
  expect(ran.out).toContain(text)
  expect(ran.code).toBe(0)
})

test.each([
  [['due', 'tool get_loan'], 'Tool `get_loan` can be removed on or after 2026-06-01'],
  [['due', '--within', '1 year'], 'tool get_loan  can be removed on 2026-06-01'],
  [
    ['deprecate', 'tool lend', '--sunset', '2027-06-01', '--dry-run'],
    '"_meta": {"deprecated":"2025-12-01","sunset":"2027-06-01"}'
  ]
])('commands on a history read tools: %j', async (args, text) => {
  const ran = await tenure([...args, '--as-of', '2025-12-01'], {cwd: folder({'history.yaml': HISTORY})})
  expect(ran.out).toContain(text)
})

test('init finds lists of tools, and no other JSON', async () => {
  const cwd = folder({
    'server/tools.json': list(tool('lend')),
    'package.json': '{"name": "tools"}',
    'a.json': '{"tools": 3}'
  })
  const ran = await tenure(['init', '--dry-run'], {cwd})
  expect(ran.out).toContain('spec: server/tools.json')
  for (const path of ['package.json', 'a.json']) expect(ran.out).not.toContain(`spec: ${path}`)
})

test.each(examplesOf('mcp'))('the example of `%s` shows that kind', async (kind, example) => {
  const {old, new: newer} = splitExample(example)
  const kinds = (await compare(old, newer)).map(each => each.split(' ')[0])
  expect(kinds).toEqual([kind])
})

describe('marks that a policy names', () => {
  const POLICY = `format: 1
extends: mcp-tools
marks:
  - {text: '[RETIRED]', states: deprecation}
  - {text: '[TRYOUT]', states: stability, value: beta}
  - {meta: library.example/gone-on, states: sunset}
  - {meta: library.example/use, states: replacement}
  - {meta: library.example/old, states: deprecation}
`

  test.each<[string, Json, readonly string[]]>(
    sample([
      ['a text in front of the description', {description: '[Retired] Calls a.'}, ['deprecated']],
      ['a text elsewhere', {description: 'Calls a. Not [RETIRED].'}, ['tool-description-changed']],
      ['a level', {description: '[TRYOUT] Calls a.'}, ['stability-changed']],
      ['a sunset', {_meta: {'library.example/gone-on': '2027-06-01'}}, ['deprecated', 'sunset-set']],
      ['a flag', {_meta: {'library.example/old': true}}, ['deprecated']],
      ['a flag that is off', {_meta: {'library.example/old': false}}, []],
      ['a key of another vendor', {_meta: {'shelf.example/gone-on': '2027-06-01'}}, []]
    ])
  )('%s', async (_, more, kinds) => {
    const cwd = folder({'policy.yaml': POLICY, 'old.json': list(tool('a')), 'new.json': list(tool('a', more))})
    const args = ['diff', 'old.json', 'new.json', '--policy', 'policy.yaml', '--format', 'json', '--verbose']
    const {changes} = JSON.parse((await tenure(args, {cwd})).out) as {changes: readonly {kind: string}[]}
    expect(changes.map(({kind}) => kind).toSorted()).toEqual(kinds)
  })

  test.each(
    sample([
      ["{text: '[RETIRED]', states: sunset}", 'A `text` states a deprecation'],
      ['{states: sunset}', 'A mark is a `directive`'],
      ["{text: '[RETIRED]', meta: x, states: deprecation}", 'Write one of them'],
      ['{meta: x, states: sunset, value: y}', '`value` is only for `states: stability`']
    ])
  )('%s is refused', async (mark, message) => {
    const policy = `format: 1\nextends: mcp-tools\nmarks: [${mark}]\n`
    const cwd = folder({'policy.yaml': policy, 'a.json': list(tool('a'))})
    const ran = await tenure(['diff', 'a.json', 'a.json', '--policy', 'policy.yaml'], {cwd})
    expect(ran.code).toBe(2)
    expect(ran.err).toContain(message)
  })
})
