import fc from 'fast-check'
import {expect, test} from 'vitest'
import {findUnmet} from '../../../../../packages/openapi/src/diff/http/security.ts'

const scopes = fc.uniqueArray(fc.constantFrom('read', 'write'))
const requirement = fc
  .uniqueArray(fc.tuple(fc.constantFrom('card', 'key', 'desk'), scopes), {selector: ([name]) => name, maxLength: 3})
  .map(entries => new Map(entries))
const requirements = fc.array(requirement, {maxLength: 5})

test('a requirement is unmet if no required one is included in it with all schemes and scopes', () => {
  fc.assert(
    fc.property(requirements, requirements, (provided, required) => {
      const unmet = provided.filter(
        each =>
          !required.some(other =>
            [...other].every(([name, all]) => each.has(name) && all.every(scope => each.get(name)?.includes(scope)))
          )
      )
      expect(findUnmet(provided, required)).toEqual(unmet)
    })
  )
})
