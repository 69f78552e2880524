/** The keys that can open the quick form from any program, as Electron spells them. Each is free in most programs. */
export const quickKeys = [
  'CommandOrControl+Shift+L',
  'CommandOrControl+Alt+L',
  'CommandOrControl+Alt+N',
] as const
export type QuickKeys = (typeof quickKeys)[number]
