export function roleOf(role: number): string;
