import {expect, test} from 'vitest'
import {sumUpApis} from '../../../src/outputs/report/several-apis.ts'

test('APIs that could not be checked for the same reason are one', () => {
  const unread = (name: string, message: string) => ({name, result: {api: name, problems: [{message}]}})
  const all = sumUpApis([unread('loans', 'x'), unread('fees', 'y'), unread('users', 'x')])
  expect(all.headline).toBe("3 APIs couldn't be checked")
  expect(all.listed.map(({name}) => name)).toEqual(['loans and users', 'fees'])
})
