import {apiNames, wholeConfigOf} from '../../app/session/config.ts'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'
import {answerShell} from './candidates.ts'
import {describeCompletions} from './completion-data.ts'

/** Answers a shell, also about the APIs of the config file. Without a config file that can be read, there are none. */
export async function answerWithApis(given: readonly string[], context: Context): Promise<typeof EXIT.fine> {
  context.out(answerShell(given, await describeCompletions(), configuredApis(context)) ?? '')
  return EXIT.fine
}

function configuredApis(context: Context): string[] {
  try {
    return apiNames(wholeConfigOf({}, context))
  } catch {
    return []
  }
}
