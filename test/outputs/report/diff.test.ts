import {Ajv2020} from 'ajv/dist/2020.js'
import {describe, expect, test} from 'vitest'
import * as z from 'zod'
import {endpointTarget} from '../../../packages/openapi/src/subjects.ts'
import type {Change} from '../../../src/model/api/change.ts'
import {parsePieces} from '../../../src/outputs/report/blocks/markdown-blocks.ts'
import {diffJson} from '../../../src/outputs/report/diff/diff-json.ts'
import {diffSchema} from '../../../src/outputs/report/diff/diff-json-format.ts'
import {changeFingerprint, sortChanges} from '../../../src/outputs/report/diff-report.ts'
import {change, reach, subjectOf} from '../../changes.ts'
import {sample} from '../../tier.ts'
import {markdownOf, printDiff} from './answers.ts'
import {CHANGES, diffReport} from './diff-reports.ts'

const stylish = (...given: Parameters<typeof diffReport>) => printDiff(diffReport(...given))
const markdown = (...given: Parameters<typeof diffReport>) => markdownOf(diffReport(...given))

/** A value that responses can now contain. */
const valueAdded = (value: string): Change =>
  change('value-added', subjectOf('Loan.status', {value}), {
    component: 'Loan',
    at: 'status',
    about: value,
    new: value,
    where: {new: {source: 'new.yaml', pointer: '/enum', line: 50, column: 5}},
    reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json', '[].status')],
    proofs: {response: {is: 'breaks', witness: value, at: ''}}
  })

describe('the stylish output of `tenure diff`', () => {
  test('starts with the policy and the counts, then lists breaking changes first', () => {
    expect(stylish()).toMatchInlineSnapshot(`
      "✖ 3 breaking changes (2 not allowed, 1 allowed), 1 undetermined, 2 compatible changes from old.yaml (1.2) to new.yaml (1.3) (policy: thirteen-months, default)
      Policy: thirteen-months (the default; choose another with \`--policy\`), as of 2026-11-20.

      Breaking, not allowed
        ✖ Added the required query parameter \`branch\` to \`GET /v1/copies\`.
          The policy doesn't allow breaking changes for \`ga\`.
          new.yaml:15:5  required-parameter-added
        ✖ \`Loan.due\` can now be \`null\`.
          Example: \`GET /v1/loans\` can now return \`"due": null\` in an item.
          The policy doesn't allow breaking changes for \`ga\`.
          Affected: \`GET /v1-beta/loans\` and 7 operations of \`/v1/loans/**\`
          Not allowed (ga) for 7 operations and exempt (beta) for 1.
          new.yaml:42:5 (was old.yaml:41:5)  null-allowed

      Breaking, allowed
        – Removed \`DELETE /v1-beta/copies/{copyId}\`.
          The policy guarantees nothing for \`beta\`.
          old.yaml:60:5  operation-removed

      Undetermined
        ? \`GET /v1/loans\` can now return \`206\`.
          Needs review: whether this breaks clients depends on how they use it.
          new.yaml:21:5  status-added
        → To decide for all of them, add \`compatibility: {status-added: compatible}\` (or \`breaking\`) to the policy.

      Compatible
        ✔ Added \`GET /v1/shelves\`.
          new.yaml:90:5  operation-added

      1 documentation change not listed; see them with --verbose
      See each change and each operation of a line with --verbose
      "
    `)
  })

  test('lists documentation changes with `--all`', () => {
    const output = printDiff(diffReport(), true)
    expect(output).toContain('The `summary` of `GET /v1/loans` changed.')
    expect(output).not.toContain('not listed')
  })

  test('states that nothing changed, and what could not be read', async () => {
    expect(stylish([])).toContain(
      '✔ No changes from old.yaml (1.2) to new.yaml (1.3) (policy: thirteen-months, default)\n'
    )
    const gaps = [{message: 'Unexpected `$ref`, expected one', place: {source: 'new.yaml', line: 3, column: 1}}]
    expect(stylish([], {gaps})).toContain(
      "? No changes in what could be read from old.yaml (1.2) to new.yaml (1.3); 1 part couldn't be read (policy: "
    )
    expect(stylish([], {gaps})).toContain('\n\nNot read and not compared\n  ! Unexpected')
    expect(await markdown([], {gaps})).toContain("## ❓ No changes in what could be read; 1 part couldn't be read\n")
    const odd = gaps.map(each => ({...each, isRead: true as const}))
    expect(stylish([], {gaps: odd})).toContain('No changes from old.yaml')
  })

  test('groups values that were added to one enumeration, each by its name', () => {
    const output = stylish([valueAdded('lent'), valueAdded('lost'), valueAdded('sold')])
    expect(output).toContain('? 3 changes undetermined from')
    expect(output.match(/^ {2}\?.*$/gm)).toEqual([
      '  ? `GET /v1/loans`: `Loan.status` can now return `lent`, `lost`, or `sold`.'
    ])
    expect(output.match(/Example: .*/g)).toEqual([
      'Example: `GET /v1/loans` can now return `"status": "lent"` in an item.'
    ])
  })

  test('groups values added to several operations, and lists each place with `--verbose`', () => {
    const [first, met, elsewhere] = [valueAdded('lent'), valueAdded('lost'), valueAdded('sold')]
    const values = [
      first,
      {...met, reaches: [...met.reaches, reach('GET /v1/loans/{id}', 'response', 'response 200 application/json')]},
      {...elsewhere, where: {new: {source: 'new.yaml', pointer: '/elsewhere', line: 80, column: 5}}}
    ]
    expect(stylish(values).match(/^ {2}\?.*$/gm)).toEqual([
      '  ? `GET /v1/loans` and `GET /v1/loans/{id}`: `Loan.status` can now return `lent`, `lost`, or `sold`.'
    ])
    expect(stylish(values)).toContain('    3 changes: new.yaml:50:5 and 2 more  value-added\n')
    expect(printDiff(diffReport(values), true)).toContain(
      [
        '    3 changes:',
        '      `Loan.status` can now return `lent`.',
        '        new.yaml:50:5  value-added',
        '      `Loan.status` can now return `lost`.',
        '        new.yaml:50:5  value-added',
        '      `Loan.status` can now return `sold`.',
        '        new.yaml:80:5  value-added\n'
      ].join('\n')
    )
  })

  test('explains why a removal is compliant, and when it was announced', async () => {
    const announced = {deprecated: true, since: '2024-01-10', sunset: '2025-06-30'}
    const removal = change('operation-removed', 'GET /v1/loans', {announced})
    const why =
      'The notice was long enough (the policy requires 13 months): deprecated since `2024-01-10`, sunset `2025-06-30`.'
    expect(stylish([removal])).toContain(`  ✔ Removed \`GET /v1/loans\`.\n    ${why}\n    operation-removed\n`)
    expect(await markdown([removal])).toContain(`- Removed \`GET /v1/loans\`\n\n  ${why}\n`)
    const late = {...removal, announced: {deprecated: true, since: 'last @spring'}}
    expect(stylish([late])).not.toContain('spring')
    expect(stylish([change('operation-added', 'GET /v1/shelves')])).toContain(
      'Added `GET /v1/shelves`.\n    operation-added\n'
    )
  })

  test('escapes control characters in names', () => {
    const name = 'GET /v1/x\n::error::\u001b[2J\u202e'
    const about = change('parameter-added', {target: endpointTarget('GET', name)}, {about: name})
    const output = stylish([about])
    expect(output).not.toMatch(/^::/m)
    expect(['\u001b', '\u202e'].filter(each => output.includes(each))).toEqual([])
  })
})

describe('the JSON output of `tenure diff`', () => {
  test('is valid against its schema and its published schema', () => {
    const output = JSON.parse(JSON.stringify(diffJson(diffReport())))
    expect(diffSchema.safeParse(output).error).toBeUndefined()
    const validate = new Ajv2020({strict: false}).compile(z.toJSONSchema(diffSchema))
    expect([validate(output), validate.errors]).toEqual([true, null])
    expect(output).toMatchObject({
      command: 'diff',
      policy: {name: 'thirteen-months', revision: 'current', assumed: true},
      partial: false,
      summary: {violation: 2, undetermined: 1, exempt: 1, compliant: 2}
    })
    expect(output.changes[1]).toMatchObject({
      kind: 'null-allowed',
      verdict: 'violation',
      effects: {response: 'breaking'},
      subject: 'Loan.due',
      component: 'Loan',
      at: 'due',
      proofs: {response: {is: 'breaks', witness: null, at: ''}},
      clause: {revision: 'current', pointer: '/guarantees/ga/breaking'}
    })
    expect(output.changes[1].reaches.at(-1)).toMatchObject({operation: 'GET /v1-beta/loans', verdict: 'exempt'})
  })
})

describe('the Markdown output of `tenure diff`', () => {
  test('lists breaking changes first, and collapses the others', async () => {
    expect(await markdown()).toMatchInlineSnapshot(`
      "## ❌ 3 breaking changes (2 not allowed, 1 allowed), 1 undetermined, 2 compatible changes

      From \`old.yaml\` (\`1.2\`) to \`new.yaml\` (\`1.3\`).

      ### Breaking, not allowed

      - Added the required query parameter \`branch\` to \`GET /v1/copies\` – \`new.yaml:15:5\`

        The policy doesn't allow breaking changes for \`ga\`.
      - \`Loan.due\` can now be \`null\` – \`new.yaml:42:5 (was old.yaml:41:5)\`

        Example: \`GET /v1/loans\` can now return \`"due": null\` in an item.

        The policy doesn't allow breaking changes for \`ga\`.

        Not allowed (ga) for 7 operations and exempt (beta) for 1.

        Affected operations: \`GET /v1-beta/loans\` and 7 operations of \`/v1/loans/**\`

        <details>
        <summary>8 operations</summary>

        - \`GET /v1/loans\`
        - \`GET /v1/loans/a\`
        - \`GET /v1/loans/b\`
        - \`GET /v1/loans/c\`
        - \`GET /v1/loans/d\`
        - \`GET /v1/loans/e\`
        - \`GET /v1/loans/f\`
        - \`GET /v1-beta/loans\`

        </details>

      ### Undetermined

      - \`GET /v1/loans\` can now return \`206\` – \`new.yaml:21:5\`

        Needs review: whether this breaks clients depends on how they use it.

      To decide for all of them, add \`compatibility: {status-added: compatible}\` (or \`breaking\`) to the policy.

      <details>
      <summary>1 breaking change, allowed</summary>

      - Removed \`DELETE /v1-beta/copies/{copyId}\` – \`old.yaml:60:5\`

        The policy guarantees nothing for \`beta\`.

      </details>

      <details>
      <summary>2 other changes</summary>

      - Added \`GET /v1/shelves\` – \`new.yaml:90:5\`
      - The \`summary\` of \`GET /v1/loans\` changed – \`new.yaml:8:5 (was old.yaml:8:5)\`

      </details>

      Policy: thirteen-months (the default; choose another with \`--policy\`), as of 2026-11-20.
      "
    `)
  })

  test('summarizes a long counterexample by its fields', async () => {
    const witness = {titles: Array.from({length: 12}, (_, at) => `a book of many pages, volume ${at}`)}
    const about = change('type-changed', 'POST /v1/loans', {proofs: {request: {is: 'breaks', witness, at: ''}}})
    expect(await markdown([about])).toMatch(
      'Example: an object with the field `titles` was accepted and is now rejected.'
    )
  })

  test('puts texts of the API descriptions only in code', async () => {
    const evil = '<img src=x onerror=alert(1)> @octocat ![x](https://evil.example) ``` </details>'
    const named = {target: endpointTarget('GET', `/v1/${evil}`)}
    const output = await markdown(
      [
        change('parameter-required', {...named, part: {parameter: evil, in: 'request'}}, {about: evil}),
        change('value-added', named, {
          new: evil,
          at: evil,
          proofs: {response: {is: 'breaks', witness: evil, at: evil}}
        }),
        change('sunset-set', named, {new: `${evil}\n# heading`}),
        change('security-stricter', named, {old: evil, new: evil})
      ],
      {
        old: {source: evil, version: evil},
        gaps: [{message: `Unexpected ${evil}`, place: {source: evil}}]
      }
    )
    const outside = output.replaceAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    expect(outside).not.toMatch(/onerror|octocat|evil|# heading/)
    expect(outside.match(/<details>/g)?.length).toBe(outside.match(/<\/details>/g)?.length)
  })

  test('has one line for one cause, with all operations in its details', async () => {
    const many = Array.from({length: 80}, (_, at) => change('operation-removed', `GET /v1/shelves/${at}`))
    const output = await markdown(many)
    expect(output).toContain('- Removed 80 operations of `/v1/shelves/**`')
    expect(output).toContain('<summary>80 changes</summary>')
    for (const [at] of many.entries()) expect(output).toContain(`\`GET /v1/shelves/${at}\``)
    expect(stylish(many)).toContain('  ✖ Removed 80 operations of `/v1/shelves/**`.')
    expect(stylish(many)).not.toContain('GET /v1/shelves/79')
    expect(stylish(many)).toContain('See each change and each operation of a line with --verbose\n')
    const verbose = printDiff(diffReport(many), true)
    for (const [at] of many.entries()) expect(verbose).toContain(`      Removed \`GET /v1/shelves/${at}\`.\n`)
  })

  test('groups many causes by area, and stays below the size limit of a comment', async () => {
    const causes = (count: number, length: number) =>
      ['loans', 'copies', 'shelves'].flatMap(area =>
        Array.from({length: count}, (_, at) => {
          const name = `${'x'.repeat(length)}${area}${at}`
          return change('required-parameter-added', subjectOf(`GET /v1/${area}/${at}`, {parameter: name}), {
            about: name
          })
        })
      )
    const output = await markdown(causes(30, 1))
    expect(output).toContain('<summary><code>/v1/shelves/&#42;&#42;</code>: 30 changes</summary>')
    for (const area of ['loans', 'copies', 'shelves']) expect(output).toContain(`\`GET /v1/${area}/29\``)
    const long = await markdown(causes(100, 200))
    expect(long.length).toBeLessThan(60_000)
    expect(long).toContain('- `/v1/shelves/**`: 100 changes\n')
    expect(long).toContain('To see every change and operation, run `tenure diff --verbose`.')
    const lines = stylish(causes(30, 1))
    expect(lines).toContain('  and 50 more changes, which `--verbose` lists:\n')
    expect(lines).toContain('    `/v1/shelves/**`: 30 changes\n')
    expect(printDiff(diffReport(causes(30, 1)), true)).toContain('`GET /v1/shelves/29`')
  })
})

describe('the order and identity of changes', () => {
  test('does not depend on the order in which they were found', () => {
    const backwards = diffReport([...CHANGES].reverse())
    expect(printDiff(backwards)).toBe(stylish())
    expect(sortChanges(backwards.judged).map(({verdict}) => verdict)).toEqual([
      'violation',
      'violation',
      'undetermined',
      'exempt',
      'compliant',
      'compliant'
    ])
  })

  test('a fingerprint has no text, line, or date, and distinguishes changes', () => {
    const base = change('value-added', subjectOf('Loan.status', {value: 'LOST'}), {
      at: 'status',
      about: 'LOST',
      reaches: [reach('GET /v1/loans', 'response')]
    })
    const moved = {...base, where: {new: {source: 'other.yaml', line: 9}}, new: 'LOST', announced: {deprecated: true}}
    expect(changeFingerprint(moved)).toBe(changeFingerprint(base))
    const others: (typeof base)[] = [
      {...base, kind: 'value-removed'},
      {...base, at: 'state'},
      {...base, about: 'PAUSED'},
      {...base, reaches: [reach('GET /v1/loans', 'request')]},
      {...base, subject: subjectOf('Loan.state')}
    ]
    expect(new Set([base, ...others].map(changeFingerprint)).size).toBe(6)
  })

  test('a fingerprint stays the same if another operation is affected', () => {
    const base = change('null-allowed', subjectOf('Loan.due'), {reaches: [reach('GET /v1/loans', 'response')]})
    const more = {...base, reaches: [...base.reaches, reach('GET /v1/copies', 'response')]}
    expect(changeFingerprint(more)).toBe(changeFingerprint(base))
  })
})

test.each(
  sample([
    [
      '`GET /v1/loans` ends in `2.0`, expected (`3.0`)',
      ['`GET /v1/loans`', ' ends in ', '`2.0`', ', expected (', '`3.0`', ')']
    ],
    ['Unexpected end of `Order.a`b` in 2.0', ['Unexpected end of ', '`Order.a`b`', ' in 2.0']],
    ['`Order.a`b` is gone from `Order`', ['`Order.a`b`', ' is gone from ', '`Order`']],
    ['Now `a` b` too.', ['Now ', '`a` b`', ' too.']],
    ['Now `a `b` c`, was `d`', ['Now ', '`a `b` c`', ', was ', '`d`']],
    ['Now `a``, was ``b`', ['Now ', '`a``', ', was ', '``b`']],
    ['Now ``, was `a`', ['Now ', ', was ', '`a`']],
    ['Marks ``` alone', ['Marks ', '``` alone`']],
    ['without an end: `a', ['without an end: ', '`a`']]
  ])
)('a name with backticks is parsed: %s', (words, pieces) => {
  expect(
    parsePieces(words).map(each => (typeof each === 'object' && 'code' in each ? `\`${each.code}\`` : each))
  ).toEqual(pieces)
})
