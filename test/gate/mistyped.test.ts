// A value of the wrong type that a change brings makes the check partial; one that the target has is a remark.
import {describe, expect, it} from 'vitest'
import {check, repositoryOf, spec, TODAY} from './scenario.ts'

const SIZE = '{name: size, in: query, schema: {type: integer}}'
const BRANCH = '{name: branch, in: query, required: yes, schema: {type: string}}'
const SHELF = '{name: shelf, in: query, required: yes, schema: {type: string}}'
const loans = (...parameters: readonly string[]): string =>
  `/v1/loans: {get: {parameters: [${parameters.join(', ')}], responses: {"200": {description: OK}}}}`

async function checkChange(older: readonly string[], newer: readonly string[], base = '') {
  const files = {'tenure.yaml': `format: 1\nspec: openapi.yaml\n${base}`}
  const cwd = await repositoryOf({
    main: [
      ['2024-06-01', {...files, 'openapi.yaml': spec(loans(SIZE))}],
      ['2024-07-01', {'openapi.yaml': spec(loans(...older))}]
    ],
    branch: [[TODAY, {'openapi.yaml': spec(loans(...newer))}]]
  })
  const {code, out} = await check(cwd)
  const {source, remarks} = JSON.parse(out)
  return {code, partial: source.partial, remarks: remarks.join('\n')}
}

const messageOf = (name: string): string => `\`required\` of \`${name}\` must be a Boolean, not the text \`yes\`.`

describe.concurrent('a value of the wrong type', () => {
  it('is a gap if the change brings it', async () => {
    const {code, partial, remarks} = await checkChange([SIZE], [SIZE, BRANCH])
    expect({code, partial}).toEqual({code: 2, partial: true})
    expect(remarks).toContain(`Partial: 1 part could not be read. ${messageOf('branch')}`)
  })

  it('is a remark if the target has it, wherever it moves in its list', async () => {
    const {code, partial, remarks} = await checkChange([BRANCH], [SIZE, BRANCH])
    expect({code, partial}).toEqual({code: 0, partial: false})
    expect(remarks).toContain(`Read with 1 warning. ${messageOf('branch')}`)
  })

  it('is a gap at another parameter than that of the target', async () => {
    const {code, remarks} = await checkChange([BRANCH], [BRANCH, SHELF])
    expect(code).toBe(2)
    expect(remarks).toContain(`Partial: 1 part could not be read. ${messageOf('shelf')}`)
  })

  it('is a remark once it is corrected, because what changed is not known', async () => {
    const {code, remarks} = await checkChange([BRANCH], [BRANCH.replace('yes', 'false')])
    expect(code).toBe(0)
    expect(remarks).toContain(`The older description can't tell what changed here: ${messageOf('branch')}`)
  })

  it('is a remark if the target has it since the release that the change is compared with', async () => {
    const cwd = await repositoryOf({
      main: [
        [
          '2024-06-01',
          {
            'tenure.yaml': 'format: 1\nspec: openapi.yaml\nbase: released.yaml\n',
            'openapi.yaml': spec(loans(SIZE)),
            'released.yaml': spec(loans(SIZE))
          }
        ],
        ['2024-07-01', {'openapi.yaml': spec(loans(SIZE, BRANCH))}]
      ],
      branch: [[TODAY, {'openapi.yaml': spec(loans(BRANCH))}]]
    })
    const {out} = await check(cwd)
    const {source, remarks} = JSON.parse(out)
    expect(source.partial, remarks.join('\n')).toBe(false)
    expect(remarks.join('\n')).toContain(messageOf('branch'))
  })
})
