import {expect, test} from 'vitest'
import {createProgress} from '../../src/cli/progress.ts'

test('the progress line escapes control characters in names', () => {
  const written: string[] = []
  let now = 0
  const terminal = {isTTY: true, columns: 200, write: (text: string) => written.push(text)}
  const progress = createProgress(terminal, () => (now += 1000))
  progress(0, 2, 'a')
  progress(1, 2, 'v1\u001b[2J\n\u202eb')
  expect(written.at(-1)).toMatch(/ 2 of 2 {2}v1\\u001b\[2J\\n\\u202eb$/)
})
