import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os'

/** Describes the machine and its load. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${availableParallelism()} × ${model}, load ${busy}\n`
}
