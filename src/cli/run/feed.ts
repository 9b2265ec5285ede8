import {type FeedOptions, feedFormats, readFeed} from '@tenure/feed/feed'
import type {Context} from '../../context/context.ts'
import {joinedBy} from '../../outputs/joined.ts'
import {EXIT} from '../exit-codes.ts'
import {printAnswer} from '../print.ts'

/** Prints the feed of an API, or writes it to a file. The feeds of several APIs become one. */
export async function run(options: FeedOptions & {readonly format: string}, context: Context): Promise<number> {
  const part = await readFeed(options, context)
  const joined = joinedBy(part, ([first, ...others]) => feedFormats([first.part, ...others.map(each => each.part)]))
  await printAnswer({formats: feedFormats([part]), joined}, options.format, context, options.output)
  return EXIT.fine
}
