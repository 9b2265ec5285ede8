import {expect, it} from 'vitest'
import {Files} from '../../../src/stores/files/files.ts'

it('the result of work with files is remembered until something is written', () => {
  const files = new Files('/')
  let texts = 'old'
  const read = () => files.remember('text', () => texts)
  expect(read()).toBe('old')
  texts = 'new'
  expect(read()).toBe('old')
  files.noticeWrite()
  expect(read()).toBe('new')
  expect(files.remember('other', () => 'other')).toBe('other')
})

it('a write is noticed by the same files as others see them', () => {
  const files = new Files('/')
  const traced = files.traced({note: () => undefined})
  expect(traced.remember('text', () => 'old')).toBe('old')
  files.noticeWrite()
  expect(traced.remember('text', () => 'new')).toBe('new')
})
