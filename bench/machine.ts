import { arch, availableParallelism, cpus, loadavg, platform } from 'node:os'

/** What the figures were measured on, and how busy it was with other things. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${availableParallelism()} × ${model}, load ${busy}\n`
}
