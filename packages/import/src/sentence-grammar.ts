import {ENDPOINT_TOKEN, NAME_TOKEN, SEPARATOR} from './sentence-tokens.ts'

// Parts that the patterns for sentences in changelogs are composed from.

/** The patterns that replace named slots in a pattern source, such as `{endpoint}`. */
const SLOTS: Readonly<Record<string, string>> = {
  arrow: '(?:-+>|→|=+>|⇒|➔)',
  endpoint: ENDPOINT_TOKEN,
  name: NAME_TOKEN,
  separator: SEPARATOR,
  /** Words before an endpoint that say on which side a part of it is. */
  side: '(?:the |a |an )?(?:(?:request|response|query)(?: fields?| parameters?| body| bodies)?s? (?:of|for|from|in|to|on) )?(?:the )?(?:calls to )?',
  noun: '(?: (?:API|HTTP|debug))?(?: (?:end-?points?|routes?|paths?|operations?|methods?|calls?|API|requests?|responses?|query))*(?: bod(?:y|ies)| docs| schemas?)?',
  adjectives:
    '(?:(?:the|a|an|its|new|newly introduced|additional|optional|required|following|deprecated|experimental|legacy|obsolete|read-only|write-only|missing|nullable|boolean|string|integer|array|object|singular|private|[a-z]+-(?:specific|wide)|beta|response|request|query) )*',
  nouns:
    '(?:(?:query|path|body|request|response|timestamp|datetime|date|enum|choice|boolean|string|character|integer|decimal|array|object|optional|read-only|recursive|selection|many-to-many|foreign[- ]key)[- ])*(?:fields?|(?:foreign[- ]keys?|relations?|relationships?)(?! (?:to|with|on) (?:the )?{name})|lists?|properties|property|attributes?|keys?|objects?|structs?|arrays?|booleans?|parameters?|params?|arguments?|options?|headers?|query-arguments?|query-parameters?|query params?|types?|columns?|info)',
  gap: '(?:, (?:which|that|as)\\b[^;]*?,)?'
}
/** Replaces the named slots in a pattern source by their patterns. */
export const compose = (source: string): string =>
  source.replace(/\{(\w+)\}/g, (whole, slot: string) => {
    const pattern = SLOTS[slot] ?? LISTS[slot]
    return pattern === undefined ? whole : compose(pattern)
  })
const LISTS: Readonly<Record<string, string>> = {
  endpoints: '(?:the )?{endpoint}(?:{separator}(?:the )?{endpoint})*',
  /** Endpoints with the words around them, repeated: `as part of GET /a and returned by GET /b`. */
  where:
    '{side}{endpoints}{noun}(?:{separator}(?:(?:as |are |is )?(?:returned|accepted) (?:by|in) |(?:as part of|in|on|by|to|from) )?{side}{endpoints}{noun})*',
  aside: '(?: ?\\([^()]*\\))?',
  list: '{name}{aside}(?:{separator}{adjectives}{name}{aside})*',
  names: '{adjectives}(?:{nouns}:? )?(?:(?:named|called) )?\\(?{list}\\)?(?: {nouns})?',
  container:
    "(?: (?:as (?:a |an )?(?:part|option|property|field)? ?(?:of|in)|in|on|under|inside|within|to) (?:the |a |an |its |service |\\w+'s )*(?:{name}|[A-Z]\\w*[A-Z]\\w*)(?: (?:object|struct|field|section|spec|type|model|schema|property|config|requirement|setting)s?)?)?(?! (?:as|in) (?:the |a |an )?{name})(?! (?:string|list|array|enum|option|filter|value|constraint))",
  said: '(?:is|are|was|were|has been|have been|has|have)(?: now| also| been)*',
  be: '(?:is|are|was|were|has been|have been|will be)'
}

/** End of the recognized part, after the last name of a list. Anything else in the sentence stays in the note. */
export const END = `(?!${SEPARATOR}(?:the )?(?:${NAME_TOKEN}|${ENDPOINT_TOKEN}))(?<rest>$|[.,;:].*| [-–—] .*| \\(.*| (?:which|that|to|for|in|on|at|when|if|containing|with|without|showing|indicating|specifying|describing|allowing|providing|holding|by|from|under|via|using|used|and|so|while|where|whose|matching|because|since|after|before|through|into|returning|listing)\\b.*)`
/** Releases, reasons, and other words after a removal that don't restrict it. */
const UNRESTRICTED =
  'favou?r of|(?:(?:a|the|this|all|our|next|future|upcoming) )*(?:API|versions?|releases?|v?\\d)|(?:the )?(?:(?:end|beginning|start) of |early |late )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4])|be present\\b|good\\b|security\\b|consistency\\b'
/** End of a removal or deprecation, which must not be restricted. */
export const STRICT_END = `(?!${SEPARATOR}(?:the )?(?:${NAME_TOKEN}|${ENDPOINT_TOKEN}))(?<rest>$|(?!,? \\(?(?:(?:if|when|where|while|as an?)\\b|(?:for|on|in|at|to|from|with|after) (?!${UNRESTRICTED})))(?!.*\\b(?:only|but|never|except|exceptions?|unless|again|mistake|restored|reverted|SDK|CLI|docs|documentation|stays|remains?)\\b)(?:[.,;:(]| [-–—] | (?:and|as|because|since|in|on|to|with|after|for|now|entirely|use|\\()).*)`
/** Words after an addition that show that the named part existed before: `the created field in UTC`. */
const DIFFERENT = /^,? \(?(?:in(?! (?:the )?(?:response|request|query|body)\b)|with|without|at|by default|even)\b/i
const SOMETIMES = /^,? \(?(?:for|on|if|when|where|while|as)\b/i

/** Whether an addition is a change of what was there before. A new part is introduced by `a`, or without an article. */
export const isChangeOfKnownPart = (names: string, rest: string): boolean => {
  if (/^the (?!(?:new|additional|following)\b)/i.test(names)) return DIFFERENT.test(rest) || SOMETIMES.test(rest)
  return new RegExp(`^${compose('{list}')}$`).test(names) && DIFFERENT.test(rest)
}

/** Whether a field is part of something that is named after it: `a Name field for each worker`. */
export const isPartOfAnother = (rest: string): boolean =>
  new RegExp(`^,? (?:for (?:each|every|(?:the )?${NAME_TOKEN})|in both)`, 'i').test(rest)
