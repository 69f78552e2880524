import { goesTheBadWay } from './badWay.ts'

goesTheBadWay(100)
