// Written by `./run types` from the server's OpenAPI document. Do not edit.

export interface paths {
    "/api/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    most?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Alerts"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CageState"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/patrons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    find: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CagePatron"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/slips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: number | null;
                    most?: number;
                    name?: string;
                    since?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Slip"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CageOrder"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SlipDone"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cage/slips/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Slip"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameListed"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GameFile"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameOffered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    digest?: string | null;
                };
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{key}/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    decks?: number | null;
                    digest?: string | null;
                };
                header?: never;
                path: {
                    key: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GameFile"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameChecked"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SheetFile"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/html": unknown;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    entry?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["HandOver"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HandedOver"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hand-over/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    entry?: number | null;
                    lang?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/happenings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string | null;
                    before?: string | null;
                    from?: string | null;
                    kind?: string[] | null;
                    latest?: boolean;
                    most?: number;
                    table?: string | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/heads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    most?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Heads"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/house": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["House"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: number;
                    before?: number | null;
                    kind?: components["schemas"]["Kind"] | null;
                    latest?: boolean;
                    most?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Incident"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Accept"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Link"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Keys"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Close"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Details"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedDetails"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Details"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/me/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string | null;
                    until?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryLine"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/history.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string | null;
                    until?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedLimits"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Passwords"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Resume"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PasswordAndCode"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    session_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cards_left?: string | null;
                    decks?: number | null;
                    digest?: string | null;
                    removal?: boolean;
                };
                header?: never;
                path: {
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/design": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SideBet"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Designed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/odds/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactOut"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/patrons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPatron"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Enrolled"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPerson"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedPerson"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/people/{name}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Details"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/history.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string | null;
                    until?: string | null;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangedLimits"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/people/{name}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Link"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/people/{name}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                    session_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Register"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string | null;
                    table?: string[] | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    by?: ("table" | "game" | "day" | "bet") | null;
                    from?: string | null;
                    table?: string[] | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string | null;
                    lang?: string;
                    table?: string[] | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/pdf": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Reset"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Roles"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/side-bets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    decks?: "6" | "8";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/side-bets/mix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Mix"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Mixed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Lobby"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTable"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["View"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CommandIn"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Answered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Events"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: number | null;
                    most?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RoundLine"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds/{round}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    round: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds/{round}/dispute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    round: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/zip": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/shoes/{shoe}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    shoe: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KeptTemplate"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTemplate"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{name}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OpenTables"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenedTables"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Wallet"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{name}/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Cash"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{name}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Cash"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Health"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Accept: {
            name: string;
            password: string;
            token: string;
        };
        Alert: {
            amount: string | null;
            at: string;
            by: string | null;
            detail: {
                [key: string]: unknown;
            };
            failure: {
                [key: string]: string;
            } | null;
            id: string;
            kind: string;
            person: string | null;
            sent: string | null;
            table: string | null;
            text: {
                [key: string]: string;
            };
            tries: number;
        };
        Alerts: {
            alerts: components["schemas"]["Alert"][];
            waiting: number;
            webhook: boolean;
        };
        Answered: {
            again: boolean;
            events: ({
                /** @enum {string} */
                type: "bet_increased" | "bet_placed" | "bet_returned" | "bet_withdrawn" | "bets_closed" | "bets_opened" | "card_corrected" | "card_dealt" | "card_turned" | "cards_reconstructed" | "chips_bought" | "chips_cashed" | "deadline_set" | "dealer_assigned" | "entropy_added" | "float_credited" | "float_filled" | "insurance_closed" | "insurance_offered" | "insurance_placed" | "insurance_waived" | "irregularity_reported" | "option_chosen" | "options_closed" | "options_offered" | "order_decided" | "original_returned" | "player_dealer_accepted" | "player_dealer_declined" | "player_dealer_missing" | "player_dealer_offered" | "player_dealer_restored" | "player_dealer_vacated" | "reconstruction_refused" | "report_dismissed" | "round_corrected" | "round_interrupted" | "round_resumed" | "round_settled" | "round_voided" | "ruling_made" | "seat_left" | "seat_taken" | "shoe_ended" | "shoe_started" | "squeeze_granted" | "squeeze_requested" | "table_changed" | "table_closed" | "table_opened" | "wager_changed" | "wager_posted";
            } & {
                [key: string]: unknown;
            })[];
            number: number | null;
            /** @constant */
            ok: true;
        };
        CageOrder: {
            amount?: string | null;
            approval?: components["schemas"]["croupier__server__http__cage__Approval"] | null;
            id: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "pay_out" | "open" | "fill" | "credit" | "count" | "close" | "chips_sold" | "chips_redeemed" | "chips_counted" | "tips";
            name?: string | null;
            pieces?: {
                [key: string]: number;
            } | null;
            reason?: string | null;
            tender?: ("cash" | "cheque" | "voucher" | "adjustment") | null;
        };
        CagePatron: {
            balance: string;
            guest: boolean;
            locked: boolean;
            name: string;
        };
        CageState: {
            cash: string;
            large: string;
            open: boolean;
            second_person: string;
            slips: number;
            today: string;
        };
        Cash: {
            amount: string;
            id: string;
        };
        ChangedDetails: {
            contact?: string | null;
            real_name?: string | null;
        };
        ChangedLimits: {
            break_days?: number | null;
            deposit_day?: string | "none" | null;
            deposit_week?: string | "none" | null;
            exclude_days?: number | null;
            loss_day?: string | "none" | null;
            loss_week?: string | "none" | null;
            reminder_minutes?: number | "none" | null;
            session_minutes?: number | "none" | null;
        };
        ChangedPerson: {
            locked?: boolean | null;
            password?: string | null;
            pin?: string | null;
            post?: ("player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator") | null;
            second_factor?: "reset" | null;
            tables?: string[] | "all" | null;
        };
        Close: {
            password: string;
        };
        CommandIn: {
            approval?: components["schemas"]["croupier__server__http__models__Approval"] | null;
            command: {
                /** @enum {string} */
                do: "accept_player_dealer" | "add_entropy" | "assign_dealer" | "buy_in" | "cannot_reconstruct" | "cash_out" | "change_table" | "change_wager" | "choose" | "close_bets" | "close_insurance" | "close_options" | "close_table" | "correct_card" | "credit" | "deal" | "decide_order" | "decline_player_dealer" | "dismiss_report" | "expose_banker_first" | "fill" | "give_up_player_dealer" | "grant_squeeze" | "increase_bet" | "interrupt" | "leave" | "new_shoe" | "offer_player_dealer" | "open_bets" | "open_table" | "place_bet" | "place_insurance" | "reconstruct" | "reject_excess" | "replace_shoe" | "report" | "request_squeeze" | "resume" | "return_uninsured" | "rule" | "set_deadline" | "settle" | "sit" | "turn" | "void_round" | "withdraw_bet";
            } & {
                [key: string]: unknown;
            };
            id: string;
            witness?: components["schemas"]["croupier__server__http__models__Approval"] | null;
        };
        croupier__server__http__cage__Approval: {
            name: string;
            pin: string;
        };
        croupier__server__http__models__Approval: {
            name: string;
            pin: string;
        };
        Currency: {
            decimals: number;
            name: string | null;
            sign: string | null;
        };
        Designed: {
            bet: {
                [key: string]: unknown;
            } | null;
            ok: boolean;
            problems: components["schemas"]["Mistake"][];
            toml: string;
        };
        Details: {
            contact: string | null;
            of_age: string | null;
            real_name: string | null;
        };
        Done: {
            /** @constant */
            ok: true;
        };
        Enrolled: {
            name: string;
            path: string;
            token: string;
        };
        Error: {
            code: string;
            message: string;
            rule?: string | null;
            said?: {
                [key: string]: unknown;
            } | null;
        };
        Events: {
            events: ({
                /** @enum {string} */
                type: "bet_increased" | "bet_placed" | "bet_returned" | "bet_withdrawn" | "bets_closed" | "bets_opened" | "card_corrected" | "card_dealt" | "card_turned" | "cards_reconstructed" | "chips_bought" | "chips_cashed" | "deadline_set" | "dealer_assigned" | "entropy_added" | "float_credited" | "float_filled" | "insurance_closed" | "insurance_offered" | "insurance_placed" | "insurance_waived" | "irregularity_reported" | "option_chosen" | "options_closed" | "options_offered" | "order_decided" | "original_returned" | "player_dealer_accepted" | "player_dealer_declined" | "player_dealer_missing" | "player_dealer_offered" | "player_dealer_restored" | "player_dealer_vacated" | "reconstruction_refused" | "report_dismissed" | "round_corrected" | "round_interrupted" | "round_resumed" | "round_settled" | "round_voided" | "ruling_made" | "seat_left" | "seat_taken" | "shoe_ended" | "shoe_started" | "squeeze_granted" | "squeeze_requested" | "table_changed" | "table_closed" | "table_opened" | "wager_changed" | "wager_posted";
            } & {
                [key: string]: unknown;
            })[];
            more: boolean;
            number: number;
            table: string;
        };
        FactOut: {
            meaning: string;
            name: string;
            suits: boolean;
            values: (string | number | boolean)[];
        };
        GameChecked: {
            game: {
                [key: string]: unknown;
            } | null;
            odds: {
                [key: string]: unknown;
            } | null;
            ok: boolean;
            problems: components["schemas"]["GameMistake"][];
            replaces: string | null;
        };
        GameFile: {
            toml: string;
        };
        GameListed: {
            bets: string[];
            boxes: {
                [key: string]: number;
            };
            decks: number[];
            digest: string;
            /** @enum {string} */
            from: "shipped" | "file" | "upload" | "stored";
            key: string;
            own: boolean;
            source: string;
            title: string;
            titles: {
                [key: string]: string;
            };
        };
        GameMistake: {
            expected: string;
            key: string;
            line: number | null;
            said: {
                [key: string]: unknown;
            };
        };
        GameOffered: {
            digest: string;
            key: string;
            ok: boolean;
            title: string;
        };
        Guest: {
            name?: string | null;
        };
        HandedOver: {
            entry: number;
        };
        HandOver: {
            after: number;
            name: string;
            pin: string;
            /** @default  */
            remark?: string;
        };
        HeadOfChain: {
            head: string;
            kind: string;
            name: string;
            number: number;
        };
        Heads: {
            statements: components["schemas"]["SignedStatement"][];
        };
        HeadsStatement: {
            at: string;
            before: string;
            chains: components["schemas"]["HeadOfChain"][];
            complete: boolean;
            counts: {
                [key: string]: number;
            };
            format: string;
            head: string;
            number: number;
            wallets: components["schemas"]["WalletHeads"];
            why: string;
        };
        Health: {
            ok: boolean;
            reason?: string | null;
            resolving?: number | null;
            why?: string | null;
        };
        HistoryLine: {
            amount: string;
            at: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "buy_in" | "cash_out" | "bought_in_cash" | "chips_brought" | "chips_taken" | "round";
            round: number | null;
            table: string | null;
            wallet: string | null;
        };
        House: {
            age_limit: number;
            currency: components["schemas"]["Currency"];
            day_starts: string;
            demo: boolean;
            guests: boolean;
            helpline: string | null;
            /** @enum {string} */
            registration: "open" | "invitation" | "cage";
            staff: boolean;
            time_zone: string;
            today: string;
        };
        HTTPValidationError: {
            detail?: components["schemas"]["ValidationError"][];
        };
        Incident: {
            actor: string;
            after?: unknown;
            at: string;
            before?: unknown;
            detail?: unknown;
            kind: string;
            number: number;
            subject: string | null;
            table_id: string | null;
        };
        KeptTemplate: {
            at: string;
            by: string;
            dealer: {
                [key: string]: unknown;
            } | null;
            name: string;
            opening: {
                [key: string]: unknown;
            };
        };
        Keys: {
            keys: components["schemas"]["PublicKey"][];
        };
        /** @enum {string} */
        Kind: "signed_in" | "sign_in_failed" | "signed_out" | "session_expired" | "session_revoked" | "session_resumed" | "throttled" | "locked" | "unlocked" | "person_added" | "post_changed" | "tables_changed" | "password_changed" | "pin_changed" | "second_factor_changed" | "approval_given" | "approval_refused" | "invitation_made" | "invitation_used" | "link_made" | "link_used" | "account_closed" | "limits_changed" | "details_erased" | "clock_back" | "server_started" | "server_stopped" | "outage_began" | "outage_ended" | "large_bet" | "game_offered" | "game_withdrawn" | "vault_key_rotated" | "loss_accepted" | "variance" | "template_saved" | "template_deleted" | "shift_handed_over";
        /** @enum {string} */
        LimitKind: "deposit_day" | "deposit_week" | "loss_day" | "loss_week" | "session_minutes" | "reminder_minutes";
        Limits: {
            break_until: string | null;
            excluded_until: string | null;
            limits: components["schemas"]["OneLimit"][];
            session_began?: string | null;
        };
        Line: {
            odds: string;
            when: {
                [key: string]: string | number | boolean | (string | number | boolean)[] | components["schemas"]["Range"];
            };
        };
        Link: {
            path: string;
            token: string;
        };
        Lobby: {
            big_road: string[][];
            boxes: number;
            counts: {
                [key: string]: number;
            };
            dealer: {
                [key: string]: unknown;
            } | null;
            digest: string | null;
            face_down: boolean;
            game: string | null;
            id: string;
            insured: boolean;
            layout: string | null;
            limits: {
                [key: string]: unknown;
            } | null;
            number: number;
            open: boolean;
            phase: string;
            round: number;
            seats: number[];
            taken: number;
            title: string | null;
            unit: string | null;
        };
        Me: {
            guest: boolean;
            locked: boolean;
            made: string;
            name: string;
            /** @default false */
            pin?: boolean;
            /** @enum {string} */
            post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator";
            /** @default false */
            second_factor?: boolean;
            tables: string[] | "all";
            wallet: string;
        };
        Mistake: {
            expected: string;
            key: string;
        };
        Mix: {
            bets: string[];
            game: string;
            key?: string | null;
            title?: string | null;
        };
        Mixed: {
            key: string;
            ok: boolean;
            problems: components["schemas"]["Mistake"][];
            title: string;
            titles: {
                [key: string]: string;
            };
            toml: string;
        };
        NewPatron: {
            contact?: string | null;
            name: string;
            of_age: boolean;
            real_name?: string | null;
        };
        NewPerson: {
            name: string;
            password: string;
            /** @enum {string} */
            post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator";
            tables?: string[] | "all";
        };
        NewTable: {
            id: string;
        };
        NewTemplate: {
            dealer?: {
                [key: string]: unknown;
            } | null;
            name: string;
            opening: {
                [key: string]: unknown;
            };
        };
        OneLimit: {
            house: string | null;
            kind: components["schemas"]["LimitKind"];
            later: string | null;
            now: string | null;
            own: string | null;
            since: string | null;
        };
        OpenedTable: {
            error: components["schemas"]["Error"] | null;
            ok: boolean;
            table: string;
        };
        OpenedTables: {
            /** @constant */
            ok: true;
            tables: components["schemas"]["OpenedTable"][];
        };
        OpenTables: {
            id: string;
            tables: string[];
        };
        PasswordAndCode: {
            code: string;
            password: string;
        };
        Passwords: {
            new: string;
            old: string;
        };
        Person: {
            guest: boolean;
            locked: boolean;
            made: string;
            name: string;
            /** @enum {string} */
            post: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "cashier" | "auditor" | "administrator";
            /** @default false */
            second_factor?: boolean;
            tables: string[] | "all";
        };
        PublicKey: {
            /** @constant */
            kind: "ed25519";
            public: string;
            /** @constant */
            use: "heads";
        };
        Range: {
            max?: number | null;
            min?: number | null;
        };
        Refusal: {
            error: components["schemas"]["Error"];
            /** @constant */
            ok: false;
        };
        Register: {
            contact?: string | null;
            invitation?: string | null;
            name: string;
            of_age: boolean;
            password: string;
            real_name?: string | null;
        };
        Reset: {
            password: string;
            token: string;
        };
        Resume: {
            password?: string | null;
            pin?: string | null;
        };
        /** @enum {string} */
        Role: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager";
        Roles: {
            least: {
                [key: string]: components["schemas"]["Role"];
            };
            roles: components["schemas"]["Role"][];
        };
        RoundLine: {
            banker: (string | null)[];
            began: string;
            ended: string | null;
            fees?: string | null;
            house?: string | null;
            mine: string | null;
            player: (string | null)[];
            result: string | null;
            round: number;
            /** @enum {string} */
            state: "running" | "settled" | "corrected" | "undone" | "void";
            wagers: string;
        };
        Session: {
            id: string;
            made: string;
            mine: boolean;
            name: string;
            seen: string;
            where: string;
        };
        SheetFile: {
            decks?: number | null;
            toml: string;
        };
        SideBet: {
            /** @default 8 */
            decks?: number;
            key: string;
            name: string;
            pays: components["schemas"]["Line"][];
        };
        SignedIn: {
            /** @constant */
            ok: true;
            person: components["schemas"]["Me"];
            recovery?: string[] | null;
            token: string;
        };
        SignedStatement: {
            key: string;
            signature: string;
            statement: components["schemas"]["HeadsStatement"];
        };
        SignIn: {
            code?: string | null;
            name: string;
            password: string;
        };
        Slip: {
            amount: string;
            approver: string | null;
            at: string;
            balance: string | null;
            by: string;
            cash: string;
            /** @enum {string} */
            kind: "deposit" | "withdrawal" | "pay_out" | "open" | "fill" | "credit" | "count" | "close" | "chips_sold" | "chips_redeemed" | "chips_counted" | "tips";
            name: string | null;
            number: number;
            pieces: {
                [key: string]: number;
            } | null;
            reason: string | null;
            tender: ("cash" | "cheque" | "voucher" | "adjustment") | null;
            variance: string | null;
        };
        SlipDone: {
            /** @constant */
            ok: true;
            slip: components["schemas"]["Slip"];
        };
        ValidationError: {
            ctx?: Record<string, never>;
            input?: unknown;
            loc: (string | number)[];
            msg: string;
            type: string;
        };
        View: {
            me: {
                [key: string]: unknown;
            } | null;
            number: number;
            state: {
                [key: string]: unknown;
            };
            table: string;
        };
        Wallet: {
            balance: string;
            name: string;
        };
        WalletHeads: {
            changed: number;
            hash: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Accept = components['schemas']['Accept'];
export type Alert = components['schemas']['Alert'];
export type Alerts = components['schemas']['Alerts'];
export type Answered = components['schemas']['Answered'];
export type CageOrder = components['schemas']['CageOrder'];
export type CagePatron = components['schemas']['CagePatron'];
export type CageState = components['schemas']['CageState'];
export type Cash = components['schemas']['Cash'];
export type ChangedDetails = components['schemas']['ChangedDetails'];
export type ChangedLimits = components['schemas']['ChangedLimits'];
export type ChangedPerson = components['schemas']['ChangedPerson'];
export type Close = components['schemas']['Close'];
export type CommandIn = components['schemas']['CommandIn'];
export type croupier__server__http__cage__Approval = components['schemas']['croupier__server__http__cage__Approval'];
export type croupier__server__http__models__Approval = components['schemas']['croupier__server__http__models__Approval'];
export type Currency = components['schemas']['Currency'];
export type Designed = components['schemas']['Designed'];
export type Details = components['schemas']['Details'];
export type Done = components['schemas']['Done'];
export type Enrolled = components['schemas']['Enrolled'];
export type Error = components['schemas']['Error'];
export type Events = components['schemas']['Events'];
export type FactOut = components['schemas']['FactOut'];
export type GameChecked = components['schemas']['GameChecked'];
export type GameFile = components['schemas']['GameFile'];
export type GameListed = components['schemas']['GameListed'];
export type GameMistake = components['schemas']['GameMistake'];
export type GameOffered = components['schemas']['GameOffered'];
export type Guest = components['schemas']['Guest'];
export type HandedOver = components['schemas']['HandedOver'];
export type HandOver = components['schemas']['HandOver'];
export type HeadOfChain = components['schemas']['HeadOfChain'];
export type Heads = components['schemas']['Heads'];
export type HeadsStatement = components['schemas']['HeadsStatement'];
export type Health = components['schemas']['Health'];
export type HistoryLine = components['schemas']['HistoryLine'];
export type House = components['schemas']['House'];
export type HTTPValidationError = components['schemas']['HTTPValidationError'];
export type Incident = components['schemas']['Incident'];
export type KeptTemplate = components['schemas']['KeptTemplate'];
export type Keys = components['schemas']['Keys'];
export type Kind = components['schemas']['Kind'];
export type LimitKind = components['schemas']['LimitKind'];
export type Limits = components['schemas']['Limits'];
export type Line = components['schemas']['Line'];
export type Link = components['schemas']['Link'];
export type Lobby = components['schemas']['Lobby'];
export type Me = components['schemas']['Me'];
export type Mistake = components['schemas']['Mistake'];
export type Mix = components['schemas']['Mix'];
export type Mixed = components['schemas']['Mixed'];
export type NewPatron = components['schemas']['NewPatron'];
export type NewPerson = components['schemas']['NewPerson'];
export type NewTable = components['schemas']['NewTable'];
export type NewTemplate = components['schemas']['NewTemplate'];
export type OneLimit = components['schemas']['OneLimit'];
export type OpenedTable = components['schemas']['OpenedTable'];
export type OpenedTables = components['schemas']['OpenedTables'];
export type OpenTables = components['schemas']['OpenTables'];
export type PasswordAndCode = components['schemas']['PasswordAndCode'];
export type Passwords = components['schemas']['Passwords'];
export type Person = components['schemas']['Person'];
export type PublicKey = components['schemas']['PublicKey'];
export type Range = components['schemas']['Range'];
export type Refusal = components['schemas']['Refusal'];
export type Register = components['schemas']['Register'];
export type Reset = components['schemas']['Reset'];
export type Resume = components['schemas']['Resume'];
export type Role = components['schemas']['Role'];
export type Roles = components['schemas']['Roles'];
export type RoundLine = components['schemas']['RoundLine'];
export type Session = components['schemas']['Session'];
export type SheetFile = components['schemas']['SheetFile'];
export type SideBet = components['schemas']['SideBet'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignedStatement = components['schemas']['SignedStatement'];
export type SignIn = components['schemas']['SignIn'];
export type Slip = components['schemas']['Slip'];
export type SlipDone = components['schemas']['SlipDone'];
export type ValidationError = components['schemas']['ValidationError'];
export type View = components['schemas']['View'];
export type Wallet = components['schemas']['Wallet'];
export type WalletHeads = components['schemas']['WalletHeads'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
