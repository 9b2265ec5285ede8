import {expect, it} from 'vitest'
import {findCodeOwners, findMistypedTeam, parseCodeOwners} from '../../src/inputs/owners/code-owners.ts'

const GITHUB = `
*  @library/all # everything
*.js    @js #inline
docs/*  docs@library.example
/build/logs/ @logs
apps/ @apps
/apps/free
/scripts/ @ada @library/scripts
!foo @nobody
a[bc].txt @nobody
my\\ file @space
**/deep @deep
/*.md @md
`

it.each([
  ['x/y.txt', ['@library/all']],
  ['a/b.js', ['@js']],
  ['docs/a', ['docs@library.example']],
  ['docs/a/b', ['@library/all']],
  ['build/logs/z', ['@logs']],
  ['x/build/logs/z', ['@library/all']],
  ['x/apps/y', ['@apps']],
  ['apps/free/q', undefined],
  ['scripts/q/r', ['@ada', '@library/scripts']],
  ['foo', ['@library/all']],
  ['ab.txt', ['@library/all']],
  ['my file', ['@space']],
  ['q/deep/z', ['@deep']],
  ['R.md', ['@md']],
  ['x/R.md', ['@library/all']],
  ['a/b.JS', ['@library/all']]
])('the last line that matches `%s` names its owners', (path, owners) => {
  expect(parseCodeOwners(GITHUB, 'github')(path)).toEqual(owners === undefined ? [] : [{owners}])
})

const GITLAB = `* @all
[Guides][2] @ada @eve
docs/
*.md @md
^[Hints]
*.txt @hints
[guides]
!docs/free
`

it.each([
  ['openapi.yaml', [{owners: ['@all']}]],
  ['docs/a', [{owners: ['@all']}, {owners: ['@ada', '@eve'], count: 2}]],
  ['a.md', [{owners: ['@all']}, {owners: ['@md'], count: 2}]],
  ['a.txt', [{owners: ['@all']}]],
  ['docs/free', [{owners: ['@all']}]]
])('each section of GitLab has owners of `%s`', (path, owners) => {
  expect(parseCodeOwners(GITLAB, 'gitlab')(path)).toEqual(owners)
})

it('the first file in the order of the platform counts', () => {
  const files: Record<string, string> = {
    '.github/CODEOWNERS': '* @first',
    CODEOWNERS: '* @second',
    'docs/CODEOWNERS': '* @third',
    '.gitlab/CODEOWNERS': '* @fourth'
  }
  const owners = (dialect: 'github' | 'gitlab') => findCodeOwners(path => files[path], dialect)?.('a')
  expect(owners('github')).toEqual([{owners: ['@first']}])
  expect(owners('gitlab')).toEqual([{owners: ['@second']}])
  delete files['.github/CODEOWNERS']
  expect(owners('github')).toEqual([{owners: ['@second']}])
  delete files.CODEOWNERS
  expect(owners('gitlab')).toEqual([{owners: ['@third']}])
  delete files['docs/CODEOWNERS']
  expect(owners('github')).toBeUndefined()
  expect(owners('gitlab')).toEqual([{owners: ['@fourth']}])
})

it.each([
  ['@shop/paymnts', '@shop/payments'],
  ['@shop/paymnets', '@shop/payments'],
  ['@shpo/payments', '@shop/payments'],
  ['@shops/payments', '@shop/payments'],
  ['@Shop/Payments', undefined],
  ['@shop/db', undefined],
  ['@shop/storage2', undefined],
  ['@shop/security', undefined],
  ['@anna', undefined],
  ['payments', undefined],
  ['payments@shop.example', undefined]
])('%s is a typo of %s', (name, team) => {
  expect(
    findMistypedTeam(name, ['@shop/payments', '@shop/qb', '@shop/storage1', '@anne', 'payment@shop.example'])
  ).toBe(team)
})
