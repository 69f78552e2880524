import type { MantineColorsTuple } from '@mantine/core'

/** The accent. Shade 6 is for light backgrounds (5.9:1 with white), shade 5 for dark ones (4.6:1). */
export const ink: MantineColorsTuple = [
  '#eef2ff',
  '#dde5ff',
  '#bccaff',
  '#9db1ff',
  '#738ff8',
  '#4a6af0',
  '#3457dc',
  '#2947bd',
  '#213a9a',
  '#1b2f7d',
]

/** Warm neutral greys for light backgrounds. */
export const gray: MantineColorsTuple = [
  '#fafaf9',
  '#f6f6f4',
  '#ededea',
  '#e2e1de',
  '#cfcec9',
  '#92918c',
  '#6b6a66',
  '#504f4b',
  '#32312e',
  '#1c1b19',
]

/** Greys for dark backgrounds in Mantine's order: 0 is text, 4 borders, 6 controls, 7 the background. */
export const dark: MantineColorsTuple = [
  '#ececea',
  '#c9c9c6',
  '#a3a3a0',
  '#8c8c89',
  '#37373b',
  '#2b2b2f',
  '#1c1c1f',
  '#17171a',
  '#111113',
  '#0c0c0e',
]

/** Production, where changes reach customers. */
export const amber: MantineColorsTuple = [
  '#fff3e0',
  '#ffe4bf',
  '#ffcf8f',
  '#ffb86b',
  '#f59e42',
  '#bd5200',
  '#b34e00',
  '#8a4500',
  '#6b3600',
  '#4a2600',
]

export const green: MantineColorsTuple = [
  '#e9f6ef',
  '#cfebdc',
  '#a3d9bd',
  '#6fd3a0',
  '#3fae79',
  '#228a5b',
  '#18724a',
  '#125a3a',
  '#0f4a30',
  '#0a3321',
]

export const red: MantineColorsTuple = [
  '#fdeeee',
  '#fbdada',
  '#f5b5b6',
  '#ff9592',
  '#e5595d',
  '#d13a40',
  '#c0262d',
  '#a31d24',
  '#82181d',
  '#5c1014',
]
