// `tenure record --import` reports what it didn't understand, and writes nothing if it found no change.

import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {recordImport} from '@tenure/core/cli/run/record-import'
import {expect, test} from 'vitest'
import {folder, tenure} from '../../../../test/cli/run.ts'
import {CONTEXT} from '../../../../test/here.ts'

const CHANGES = `# Lending Library API: changelog

## 2.0 (2026-03-02)

### Removed

- \`GET /v1/loans\`
- the \`due\` thing of the loans endpoint, sort of
- dust

## Release 1.9 of the desk

- Added \`GET /v1/desks\`
`

const cwd = folder({
  'CHANGES.md': CHANGES,
  'empty.md': '# Changelog\n\n## 2.0\n\n- Nicer covers\n- the `due` field moved somewhere\n',
  'long.md': `## 2.0\n\n- Added \`GET /v1/loans\`\n${'- dust\n'.repeat(50)}`,
  'there.md': ''
})

test('the review lists unclear lines by urgency', async () => {
  const {code, out, err} = await tenure(['record', '--import', 'CHANGES.md', '-o', 'a.yaml'], {cwd})
  expect({code, err}).toEqual({code: 0, err: ''})
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toContain('removed: GET /v1/loans')
  expect(out).toBe(`# Review of the import of CHANGES.md

Imported 1 change in 1 release from CHANGES.md. 1 change has no release. Found no change in 4 lines: 3 were kept as text and 1 was skipped.

## Changes without a release (1)

Add each one to its release.

- [ ] line 13: \`\` change without a release: Added \`GET /v1/desks\` \`\`

## Lines that might state a change of the API (1)

Add a line under \`changes\` for each one that does, and delete it from \`markdown\` if that says it all.

- [ ] line 8: \`\`the \`due\` thing of the loans endpoint, sort of\`\`

## Headings, dates, and blocks that were skipped (1)

Add what the history needs.

- [ ] line 11: \`Release 1.9 of the desk\`

## Other lines kept as text (1)

Pages show them as they are.

- [ ] line 9: \`dust\`
`)
})

test('a document without changes makes `import` exit 2, list similar lines, and write nothing', async () => {
  const args = ['record', '--import', 'empty.md', '-o', 'b.yaml']
  const {code, out, err} = await tenure(args, {cwd})
  expect({code, out}).toEqual({code: 2, out: ''})
  expect(err).toContain('empty.md: No API change was found, so nothing was written.')
  expect(err).toContain('empty.md:6:1: the `due` field moved somewhere (no form that import knows)')
  expect(existsSync(join(cwd, 'b.yaml'))).toBe(false)
})

test('an existing history is not overwritten, and a dry run writes nothing', async () => {
  const args = ['record', '--import', 'CHANGES.md', '-o']
  const {code, err} = await tenure([...args, 'there.md'], {cwd})
  expect({code, err}).toEqual({code: 2, err: 'there.md: `there.md` exists already. Use `--force` to overwrite it.\n'})
  expect((await tenure([...args, 'c.yaml', '--dry-run'], {cwd})).out).toContain('removed: GET /v1/loans')
  expect(existsSync(join(cwd, 'c.yaml'))).toBe(false)
})

test('only the first of many unclear lines are printed', async () => {
  const {err} = await tenure(['record', '--import', 'long.md', '-o', 'long.yaml', '--dry-run'], {cwd})
  expect(err.trimEnd().split('\n')).toHaveLength(22)
  expect(err).toContain('… and 30 more lines. With `--output FILE`, all are printed.\n')
})

test('messages wrap at the width of the terminal', () => {
  let err = ''
  const context = {
    ...CONTEXT,
    err: (text: string) => {
      err += text
    },
    width: 60
  }
  recordImport(join(cwd, 'long.md'), {force: false, 'dry-run': false}, context)
  expect(Math.max(...err.split('\n').map(line => line.length))).toBeLessThanOrEqual(60 + cwd.length)
  expect(err.split('\n').length).toBeGreaterThan(23)
})
