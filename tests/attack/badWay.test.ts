import { goesTheBadWay } from '../core/runs/badWay.ts'

goesTheBadWay(1_000)
