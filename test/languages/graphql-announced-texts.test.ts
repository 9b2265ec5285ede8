import {expect, it} from 'vitest'
import {readAnnouncements} from '../../packages/graphql/src/schema/announcements.ts'
import {sample} from '../tier.ts'

type Tree = Parameters<typeof readAnnouncements>[0]

it.each(
  sample([
    ['`state` will be removed.', true],
    ['', true],
    ['Type for `state` will change from `State` to `Int`.', false],
    ['`state` will become non-null.', false],
    ['`state` will be renamed.', false],
    ['`state` will change, and then be removed.', true],
    ['`state` will be removed. Its type will change before.', true],
    ['`State` will become nullable. Removal follows.', true]
  ])
)('an entry with the description `%s` announces a removal: %s', (description, is) => {
  const path = 'upcoming.json'
  const text = JSON.stringify({upcoming_changes: [{location: 'Loan.state', description, date: '2027-07-01'}]})
  const tree = {
    announcements: path,
    id: () => 'x',
    real: () => path,
    sourceOf: () => path,
    read: () => Buffer.from(text)
  }
  expect(readAnnouncements(tree as unknown as Tree).map(({sunset}) => sunset)).toEqual(is ? ['2027-07-01'] : [])
})
