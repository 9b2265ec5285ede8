// Descriptions that the benchmarks make up: of any size, the same on every run.

/** A description of so many paths and schemas. */
export function madeUp(paths, schemas) {
  const schema = at => ({
    type: 'object',
    required: ['id'],
    properties: Object.fromEntries([
      ['id', {type: 'integer'}],
      ...Array.from({length: 12}, (_, field) => [
        `field_${field}`,
        {type: 'string', description: `What field ${field} of resource ${at} says.`, maxLength: 200}
      ]),
      ['next', {$ref: `#/components/schemas/Resource${(at * 7 + 1) % schemas}`}]
    ])
  })
  const answer = at => ({
    200: {
      description: 'Fine',
      content: {'application/json': {schema: {$ref: `#/components/schemas/Resource${at % schemas}`}}}
    }
  })
  return {
    openapi: '3.0.3',
    info: {title: 'Made up', version: '1'},
    paths: Object.fromEntries(
      Array.from({length: paths}, (_, at) => [
        `/v1/resources${at}/{id}`,
        {
          parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'string'}}],
          get: {responses: answer(at)},
          put: {responses: answer(at + 1)}
        }
      ])
    ),
    components: {schemas: Object.fromEntries(Array.from({length: schemas}, (_, at) => [`Resource${at}`, schema(at)]))}
  }
}

/** The same with ten schemas changed. */
export function edited(document) {
  const copy = structuredClone(document)
  let left = 10
  for (const schema of Object.values(copy.components.schemas)) {
    const text = Object.values(schema.properties ?? {}).find(each => each.type === 'string' && !each.enum)
    if (!text || left-- <= 0) continue
    text.maxLength = 5
  }
  return copy
}
