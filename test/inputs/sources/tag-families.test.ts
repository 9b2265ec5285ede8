import {describe, expect, it} from 'vitest'
import {
  chooseTagFamily,
  createTagOwner,
  findDistinctTags,
  listTagFamilies,
  patternsOf,
  type Tag
} from '../../../src/inputs/sources/tag-families.ts'
import {sample} from '../../tier.ts'

/** Tags, each a day after the one before; `v1@a` is on the commit `a`. */
const tagsOf = (...names: readonly string[]): Tag[] =>
  names.map((each, day): Tag => {
    const [, name = each, commit = `${day}`] = /^(.+)@(\w+)$/.exec(each) ?? []
    return {name, commit, committed: day * 86_400}
  })

function chosen(
  tags: readonly Tag[],
  {
    owner = createTagOwner({}, []),
    offBranch = [],
    states = []
  }: {
    owner?: ReturnType<typeof createTagOwner>
    offBranch?: readonly string[]
    /** The description in each tag; omitted where there's none. */
    states?: readonly (string | undefined)[]
  } = {}
): string[] | undefined {
  const onBranch = new Set(tags.map(({name}) => name).filter(name => !offBranch.includes(name)))
  const known = tags.flatMap(({name}, at) => (states[at] === undefined ? [] : [[name, states[at]] as const]))
  const facts = {onBranch: () => onBranch, descriptions: () => new Map(known)}
  const family = chooseTagFamily(listTagFamilies(tags), owner, facts)
  return family && patternsOf(family, tags)
}

describe('the chosen family of tags', () => {
  it.each<[string, string[], string[]]>(
    sample([
      ['is the only family', ['v1.0', 'v1.1'], ['v*']],
      ['includes tags with and without `v`', ['1.0', 'v1.1', 'v1.2', 'vacation'], ['[0-9]*', 'v[0-9]*']],
      ['is that of the newest release', ['v1.0', 'v1.1', 'release-2.0', 'release-2.1'], ['release-*']],
      ['is not a family of commit IDs', ['v1.0', 'v1.1', 'snapshot-8e1f0a2', '8e1f0a2', 'sha-12b4567'], ['v*']],
      ['is not a family of builds', ['v1.0', 'v1.1', 'build-47207', 'build-47208'], ['v*']],
      ['is not a family of tests', ['v1.0', 'perf-test-3.1', 'perf-test-3.2'], ['v*']],
      [
        'is not the family of a client library',
        ['v1.0', 'v1.1', 'clients/python/v0.9', 'clients/python/v0.10'],
        ['v*']
      ],
      ['is not a family of backups', ['v1.0', 'v1.1', 'backup-2025-06-01', 'backup-2025-07-01'], ['v*']],
      ['is not a family of placeholders', ['v1.0', 'v1.1', 'v0.0.0-dev-x-3', 'v0.0.0-dev-a-10'], ['v[0-9]*']],
      ['is not a single tag', ['v1.0', 'v1.1', 'loans-9.0'], ['v*']],
      ['may consist of days', ['2024-01-01', '2024-02-01', 'stable'], ['[0-9]*']],
      ['may belong to a package', ['@library/loans@1.0.0', '@library/loans@1.1.0', 'x-1'], ['@library/loans@*']],
      ['may have numbers before the version', ['oauth2-v7.1.0', 'oauth2-v7.2.0', 'other'], ['oauth2-v*']],
      ['may have underscores', ['release_1_2_3', 'release_1_2_4'], ['release_*']]
    ])
  )('%s', (_, names, patterns) => {
    expect(chosen(tagsOf(...names))).toEqual(patterns)
  })

  it('is on the default branch', () => {
    const tags = tagsOf('v1.0', 'v1.1', 'loans-3.0', 'loans-3.1')
    expect(chosen(tags, {offBranch: ['loans-3.0', 'loans-3.1']})).toEqual(['v*'])
    expect(chosen(tags)).toEqual(['loans-*'])
  })

  it('is that of the repository if modules have the same tags', () => {
    expect(
      chosen(tagsOf('api/v1.0.0@a', 'v1.0.0@a', 'api/v1.1.0@b').concat(tagsOf('x', 'x', 'v1.1.0@b').slice(2)))
    ).toEqual(['v*'])
  })

  it('is that of the package with the description, whatever that is called', () => {
    const tags = tagsOf('@library/sdk@1.0.0', '@library/import@1.0.0', '@library/sdk@1.1.0', '@library/import@1.1.0')
    const newest = tagsOf(...tags.map(({name}) => name), '@library/sdk@1.2.0')
    const owner = createTagOwner({name: 'library', spec: 'packages/sdk/schema.graphql'}, [])
    expect(chosen(newest, {owner})).toEqual(['@library/sdk@*'])
  })

  it('is the one named after the API or its folder if there are several', () => {
    const tags = tagsOf('v1.0', 'api/v1.0.0', 'web/v3.0.0', 'api/v1.1.0', 'web/v3.1.0', 'v1.1')
    const [api, web] = [
      {name: 'api', spec: 'svc/api/openapi.yaml'},
      {name: 'web', spec: 'svc/web/openapi.yaml'}
    ]
    const other = {name: 'fees', spec: 'svc/fees/openapi.yaml'}
    expect(chosen(tags, {owner: createTagOwner(api, [web, other])})).toEqual(['api/v*'])
    expect(chosen(tags, {owner: createTagOwner(web, [api, other])})).toEqual(['web/v*'])
    expect(chosen(tags, {owner: createTagOwner(other, [api, web])})).toEqual(['v*'])
    const named = tags.filter(({name}) => name.includes('/'))
    expect(chosen(named, {owner: createTagOwner(other, [api, web])})).toBeUndefined()
    // The folder of the spec decides if the name of the API doesn't.
    expect(chosen(tags, {owner: createTagOwner({name: 'lending', spec: 'svc/api/openapi.yaml'}, [web])})).toEqual([
      'api/v*'
    ])
  })

  it.each<[string, [tag: string, state?: string][], string[]]>(
    sample([
      [
        'once',
        [
          ['v1.0', 'a'],
          ['v1.1', 'b'],
          ['server-v1.3', 'b']
        ],
        ['v*']
      ],
      [
        'once, and never changes',
        [
          ['v1.0', 'a'],
          ['v1.1', 'a'],
          ['server-v1.3', 'a']
        ],
        ['v*']
      ],
      [
        'less than half as often',
        [
          ['v1.0', 'a'],
          ['v1.1', 'b'],
          ['v1.2', 'c'],
          ['server-v1@x', 'c'],
          ['v1.3@x', 'd'],
          ['server-v2', 'd'],
          ['v1.4', 'e']
        ],
        ['v*']
      ],
      ['never', [['server-v1'], ['server-v2'], ['v1.0', 'a'], ['v1.1', 'b']], ['v*']],
      [
        'as often',
        [
          ['v1.0', 'a'],
          ['server-v1', 'a'],
          ['v1.1', 'b'],
          ['server-v2', 'b']
        ],
        ['server-v*']
      ],
      [
        'after the others ended',
        [
          ['v1.0', 'a'],
          ['v1.1', 'b'],
          ['v1.2', 'c'],
          ['v1.3', 'd'],
          ['server-v2', 'd'],
          ['server-v3', 'e']
        ],
        ['server-v*']
      ],
      [
        'less often than deployments do',
        [
          ['server-v1', 'a'],
          ['2024-01-01', 'a'],
          ['2024-01-02', 'b'],
          ['2024-01-03', 'c'],
          ['2024-01-04', 'd'],
          ['server-v2', 'd'],
          ['2024-01-05', 'e']
        ],
        ['server-v*']
      ]
    ])
  )('named after its folder shows its description %s', (_, named, patterns) => {
    const tags = tagsOf(...named.map(([tag]) => tag))
    const states = named.map(([, state]) => state)
    const api = {name: 'server', spec: 'server/openapi.json'}
    const owner = createTagOwner(api, [{name: 'web', spec: 'web/openapi.json'}])
    expect(chosen(tags, {owner, states})).toEqual(patterns)
  })
})

describe('tags with the same version', () => {
  const found = (...names: readonly string[]): unknown => {
    const {tags, twins, moving, conflicts} = findDistinctTags(tagsOf(...names))
    const namesOf = (all: readonly Tag[]): string => all.map(({name}) => name).join(' ')
    return [namesOf(tags), twins.map(namesOf), namesOf(moving), conflicts.map(namesOf)]
  }

  it.each<[string[], unknown]>(
    sample([
      [
        ['1.0.0@a', 'v1.0.0@a', 'v1.1.0@b'],
        ['v1.0.0 v1.1.0', ['v1.0.0 1.0.0'], '', []]
      ],
      [
        ['1.0.0@a', 'v1.0.0@b', 'v1.1.0@c'],
        ['1.0.0 v1.0.0 v1.1.0', [], '', ['1.0.0 v1.0.0']]
      ],
      [
        ['v1.0@a', 'v1.0.0@a'],
        ['v1.0.0', ['v1.0.0 v1.0'], '', []]
      ],
      [
        ['v1.0@a', 'v1.0.0@b'],
        ['v1.0 v1.0.0', [], '', ['v1.0 v1.0.0']]
      ],
      [
        ['v1.0.0@a', 'v1.4.2@b', 'v1@b', 'v1.4@b'],
        ['v1.0.0 v1.4.2', [], 'v1 v1.4', []]
      ],
      [
        ['v1.0.0-rc1@a', 'v1.0.0@a', 'v1.0.0+2@a'],
        ['v1.0.0-rc1 v1.0.0 v1.0.0+2', [], '', []]
      ],
      [
        ['v1.0.0.1@a', 'v1.0.0@b', 'v1.0.0-1@c'],
        ['v1.0.0.1 v1.0.0 v1.0.0-1', [], '', []]
      ],
      [
        ['2024-01-01@a', 'v2024-01-01@b'],
        ['2024-01-01 v2024-01-01', [], '', ['2024-01-01 v2024-01-01']]
      ]
    ])
  )('are merged, left out, or reported as a conflict: %j', (names, expected) => {
    expect(found(...names)).toEqual(expected)
  })
})
