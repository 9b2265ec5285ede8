import {ExpressContracts} from './express-contract.ts'
import {FastifyContracts} from './fastify-contract.ts'
import {HonoContracts} from './hono-contract.ts'
import {nestContract} from './nest-contract.ts'
import type {Desk} from '../routes/contract-reader.ts'
import type {Contract} from '../route-contract.ts'
import type {Registered, Router} from '../routers.ts'

/** Creates a function that reads the contract of a route with the reader of its framework. */
export function contractsOf(reader: Desk): (route: Registered, router: Router) => Contract {
  const [express, fastify, hono] = [
    new ExpressContracts(reader),
    new FastifyContracts(reader),
    new HonoContracts(reader)
  ]
  return (route, router) => {
    if (route.nest) return nestContract(route.nest, reader)
    if (router.style === 'express') return express.of(route)
    return router.style === 'fastify' ? fastify.of(route, router) : hono.of(route)
  }
}
