const key = "lacuna-user";

/** The reviewer's name, if one was given in this browser. */
export function savedUser(): string {
  return localStorage.getItem(key) ?? "";
}

export function saveUser(name: string): void {
  localStorage.setItem(key, name);
}
