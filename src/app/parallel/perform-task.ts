import {findChangedInput} from '../../read/changed-inputs.ts'
import type {Context} from '../context.ts'
import type {Work} from './tasks.ts'

/** Does work in this thread. `report` receives the parts of the result that are there before the others. */
export async function performWork(
  work: Work,
  context: Context,
  report: (part: unknown) => void = () => {}
): Promise<unknown> {
  // Loaded on demand, because what a thread performs lies above the threads.
  switch (work.kind) {
    case 'job':
      return (await import('../fleet/inputs.ts')).runTraced(work.job, context)
    case 'inputs':
      return findChangedInput(context, work.inputs)
    case 'compare':
      return (await import('../snapshots/compare-share.ts')).compareShare(work, context, report)
  }
}
