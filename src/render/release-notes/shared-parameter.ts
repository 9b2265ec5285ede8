import type {Change} from '../../model/api/change.ts'

/** A parameter or a header that is described once, for all operations that refer to it. */
const SHARED = /^\/(?:components\/(?:parameters|headers)|parameters)\//

/**
 * A change in a shared parameter is one of the parameter of each operation that refers to it: what a client sends has
 * its name, and not the name of its description. Where it goes by several names it stays with its description.
 */
export function ofItsOperations(change: Change): Change {
  const {component, where, reaches, ...rest} = change
  const [first, ...others] = reaches
  const isShared = SHARED.test((where.new ?? where.old)?.pointer ?? '')
  if (component === undefined || !isShared || !first?.part || others.some(({part}) => part !== first.part))
    return change
  return {...rest, where, reaches, subject: {target: first.operation.target}}
}
