import fc from 'fast-check'
import type {Day} from '../../src/model/when.ts'
import {shown, told, type Told} from './worlds.ts'
