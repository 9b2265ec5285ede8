import type {Change} from '../../model/api/change.ts'

/** JSON pointers of parameters and headers that operations share by reference. */
const SHARED = /^\/(?:components\/(?:parameters|headers)|parameters)\//

/**
 * Assigns a change of a shared parameter to the operations that use it, because clients know the parameter by its own
 * name, not by the name of its component. The change is returned unmodified if the parameter has several names.
 */
export function assignToOperations(change: Change): Change {
  const {component, where, reaches, ...rest} = change
  const [first, ...others] = reaches
  const isShared = SHARED.test((where.new ?? where.old)?.pointer ?? '')
  if (component === undefined || !isShared || !first?.part || others.some(({part}) => part !== first.part))
    return change
  return {...rest, where, reaches, subject: {target: first.operation.target}}
}
