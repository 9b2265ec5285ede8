import type {RouteContract} from '../route-contract.ts'
import type {RegisteredRoute, Router} from '../routers.ts'
import type {ContractReader} from '../routes/contract-reader.ts'
import {ExpressContractReader} from './express-contract.ts'
import {FastifyContractReader} from './fastify-contract.ts'
import {HonoContractReader} from './hono-contract.ts'
import {readNestContract} from './nest-contract.ts'

/** Creates a function that reads the contract of a route with the reader of its framework. */
export function createContractReader(
  reader: ContractReader
): (route: RegisteredRoute, router: Router) => RouteContract {
  const [express, fastify, hono] = [
    new ExpressContractReader(reader),
    new FastifyContractReader(reader),
    new HonoContractReader(reader)
  ]
  return (route, router) => {
    if (route.nest) return readNestContract(route.nest, reader)
    if (router.style === 'express') return express.read(route)
    return router.style === 'fastify' ? fastify.read(route, router) : hono.read(route)
  }
}
