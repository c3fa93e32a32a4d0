// Types of every route, event, header and error of the contract.
// Generated from spec/openapi.yaml and spec/errors.yaml by `pnpm generate`. Do not edit.

export interface paths {
    "/payments/initialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or reuse a payment session
         * @description Answers with a URL for the buyer. It does not say that anything is paid. A pending session of the same store, environment, order,
         *     amount, currency and mode is reused; `message` is present then.
         *
         *     Checks run in this order: route, content type, size, API key, JSON, schema, merchant, key owner, environment, eligibility, method,
         *     remaining rules, Idempotency-Key.
         */
        post: operations["initializeCustomPaymentSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how far the buyer is
         * @description For display. The signed webhook decides about the order.
         */
        get: operations["getPaymentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/bank-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the manual transfer instructions
         * @description Only for a buyer who transfers by hand. The path and `orderId` must name the same payment.
         */
        get: operations["getPaymentBankDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a plugin order
         * @description For the hosted checkout of a plugin store. The order key together with `shopId` is the capability; no API key is needed.
         *     An unknown key and another shop's key look the same.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transaction_id}/webhook/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook deliveries of a payment
         * @description Newest first. Takes the API key of the payment's store and environment, or a panel user's session.
         */
        get: operations["getWebhookHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payments/{paymentId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make something happen to a test payment
         * @description Needs a test key; a live key gets 403. An event that the state graph does not allow is recorded and changes nothing:
         *     the answer is 200 with `accepted: false`.
         */
        post: operations["sendSandboxEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service able to work
         * @description The database is asked by a real query. Red while migrations are pending and during shutdown.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive
         * @description For an orchestrator. Touches neither database nor network.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * May this instance get traffic
         * @description For a load balancer. 503 until migrations are done and as soon as shutdown begins.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is running
         * @description Host names, paths and versions of dependencies never show.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Does my client fit this service
         * @description Also lists everything deprecated, with dates and replacements.
         */
        post: operations["checkVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description With the running service's own base URL under servers.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "transaction.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status of a payment changed
         * @description Sent on every change of status, the first one to `pending` included. At least once, in no promised order: deduplicate by
         *     `X-Service-Delivery` and verify `X-Service-Signature` over the raw bytes before anything else. Answer 2xx only after you stored it.
         *     400, 401, 403, 404 and 410 end the delivery; any other answer is tried again.
         */
        post: operations["onTransactionStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "service.webhook_verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove that your endpoint checks signatures
         * @description Sent once when the merchant runs Integration Verification. Verify the signature, then echo the challenge.
         */
        post: operations["onWebhookVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description A method as a request may name it. bank_transfer, manual_transfer, manual_pay and manual are one method, bank_transfer.
         * @example qr_pay
         * @enum {string}
         */
        PaymentMethodInput: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer" | "manual_transfer" | "manual_pay" | "manual";
        /**
         * @description A method after its aliases are resolved
         * @example bank_transfer
         * @enum {string}
         */
        PaymentMethod: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer";
        /**
         * @description foxpay_checkout is the hosted page; direct_provider goes straight to the bank and needs paymentMethod open_bank_transfer
         * @example foxpay_checkout
         * @enum {string}
         */
        CheckoutMode: "foxpay_checkout" | "direct_provider";
        /**
         * @description Status in webhooks and in the initialization answer. paid means the same as completed. The set may grow.
         * @example pending
         * @enum {string}
         */
        TransactionStatus: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired";
        /**
         * @description Status on the status route, for display
         * @example confirming
         * @enum {string}
         */
        CheckoutFlowStatus: "pending" | "scanning" | "transferring" | "confirming" | "completed" | "failed";
        /**
         * @description Who made the remittance reference
         * @example generated
         * @enum {string}
         */
        RemittanceInfoSource: "merchant" | "generated";
        /**
         * @description Environment of the payment
         * @example test
         * @enum {string}
         */
        PaymentMode: "test" | "production";
        /**
         * @description What can happen to a test payment
         * @example provider_success
         * @enum {string}
         */
        SandboxEvent: "buyer_started" | "provider_accepted" | "provider_success" | "provider_rejected" | "provider_cancelled" | "provider_session_expired" | "provider_unknown" | "provider_indeterminate" | "settlement_confirmed" | "settlement_partial";
        /**
         * @description Types of events
         * @example transaction.status_changed
         * @enum {string}
         */
        WebhookEventType: "transaction.status_changed" | "service.webhook_verification";
        /**
         * @description queue has 12 attempts in about 7 days, legacy has 3 within minutes
         * @example queue
         * @enum {string}
         */
        DeliveryPath: "queue" | "legacy";
        /**
         * @description Why a delivery exists. redelivery is a new delivery made by hand from an older one.
         * @example transition
         * @enum {string}
         */
        DeliveryTrigger: "transition" | "redelivery";
        /**
         * @description pending waits for its next send, sending is under way, exhausted ran out of attempts, dead was refused for good, parked was cut off until its schedule was over and waits for an operator, cancelled lost its store
         * @example delivered
         * @enum {string}
         */
        DeliveryState: "pending" | "sending" | "delivered" | "exhausted" | "dead" | "parked" | "cancelled";
        /**
         * @description How one send ended; started means that it is under way, interrupted that the sender died
         * @example success
         * @enum {string}
         */
        AttemptOutcome: "started" | "success" | "http_1xx" | "http_3xx" | "http_4xx" | "http_5xx" | "timeout" | "network" | "tls" | "blocked_address" | "invalid_response" | "invalid_url" | "internal" | "interrupted";
        /**
         * @description Verdict of the health route
         * @example healthy
         * @enum {string}
         */
        HealthState: "healthy" | "unhealthy";
        /**
         * @description What the database check found
         * @example up
         * @enum {string}
         */
        DatabaseState: "up" | "down" | "migrations_pending";
        /**
         * @description Whether the instance takes work
         * @example up
         * @enum {string}
         */
        ApplicationState: "up" | "stopping";
        /**
         * @description How a client's version relates to this service
         * @example current
         * @enum {string}
         */
        VersionVerdict: "current" | "outdated" | "unsupported" | "ahead";
        /**
         * @description Every error code. Codes are only added, never renamed.
         * @example VALIDATION_ERROR
         * @enum {string}
         */
        ErrorCode: "VALIDATION_ERROR" | "INVALID_JSON" | "INVALID_ORDER_KEY" | "IDEMPOTENCY_KEY_INVALID" | "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_MERCHANT_MISMATCH" | "SESSION_REQUIRED" | "KYC_USER_ASSOCIATION_MISSING" | "KYC_SUBMISSION_MISSING" | "KYC_USER_MISMATCH" | "KYC_NOT_APPROVED" | "SHOP_NOT_VERIFIED" | "PAYMENT_METHOD_UNAVAILABLE" | "TEST_MODE_NOT_ALLOWED" | "LIVE_MODE_NOT_ALLOWED" | "SCOPE_MISSING" | "STORE_NOT_APPROVED" | "CSRF_FAILED" | "MERCHANT_NOT_FOUND" | "PAYMENT_NOT_FOUND" | "ORDER_NOT_FOUND" | "STORE_NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_IN_PROGRESS" | "NOT_REDELIVERABLE" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "PROVIDER_UNAVAILABLE" | "PROVIDER_TIMEOUT" | "UNHEALTHY" | "SHUTTING_DOWN";
        /**
         * @description Public identifier of a store
         * @example mrc_7Kq2
         */
        MerchantId: string;
        /**
         * @description Identifier of a payment, made by the service
         * @example pay_3f9c2b71a4d84e0e
         */
        PaymentId: string;
        /**
         * @description The merchant's order identifier, kept character for character; no control characters, no lone surrogates
         * @example 1001
         */
        OrderId: string;
        /**
         * @description Whole minor units
         * @example 1999
         */
        AmountCents: number;
        /**
         * @description ISO 4217 code
         * @example EUR
         */
        Currency: string;
        /**
         * @description Identifier of the call, as in X-Request-Id
         * @example req_5b1f
         */
        RequestIdValue: string;
        /**
         * Format: date-time
         * @description Instant in UTC
         * @example 2026-05-04T09:30:00.000Z
         */
        Timestamp: string;
        /** @description A payment session to create. Exactly one of merchantId and shopId; other fields than these are refused. */
        InitializePaymentRequest: {
            merchantId?: components["schemas"]["MerchantId"];
            /**
             * @deprecated
             * @description Old name of merchantId
             */
            shopId?: components["schemas"]["MerchantId"];
            orderId: components["schemas"]["OrderId"];
            amountCents: components["schemas"]["AmountCents"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: email
             * @description The buyer's address
             * @example buyer@example.com
             */
            customerEmail?: string;
            /**
             * @description The buyer's name, shown on the checkout page
             * @example Erika Mustermann
             */
            customerName?: string;
            /**
             * Format: uri
             * @description Where the buyer goes after checkout: absolute http or https, no user info; a store may restrict the hosts
             * @example https://shop.example.com/thanks
             */
            returnUrl?: string;
            /**
             * @description Free-form data for reconciliation, at most 16 KiB as JSON and 5 levels deep; comes back in webhooks. Does not replace remittanceInfo.
             * @example {
             *       "cart": "c-77"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Preselects a method. Left out, the buyer picks, and the answer reports qr_pay.
             * @default qr_pay
             */
            paymentMethod?: components["schemas"]["PaymentMethodInput"];
            /** @default foxpay_checkout */
            checkoutMode?: components["schemas"]["CheckoutMode"];
            /**
             * @description Direct sessions only. The code of the one open-banking provider of this deployment; another value is refused.
             * @example sandbox
             */
            provider?: string;
            /**
             * @description Direct sessions only, required there. ISO 3166-1 alpha-2.
             * @example DE
             */
            customerCountry?: string;
            /**
             * @description Direct sessions only. Holder of the paying account; goes with senderIban.
             * @example Erika Mustermann
             */
            senderName?: string;
            /**
             * @description Direct sessions only. The paying account; goes with senderName. Lower case, blanks of every kind, dashes, dots and invisible characters between the digits and a leading word IBAN are accepted; country length and check digits must be right.
             * @example DE89370400440532013000
             */
            senderIban?: string;
            /**
             * @description Direct sessions only. true asks for SEPA Instant, with standard SEPA to fall back on; false asks for standard SEPA; left out, the store's setting holds.
             * @example true
             */
            instantPayment?: boolean;
            /**
             * @description Reference on the bank statement: ASCII letters, digits, spaces and . , - _ / + : #. Left out, the service makes one.
             * @example Order 1002
             */
            remittanceInfo?: string;
            /**
             * @description Direct sessions only. SEPA end-to-end reference; no slash at either end, no double slash. Left out, the service makes one.
             * @example ORDER-1003
             */
            endToEndId?: string;
        };
        /** @description What should happen to the test payment */
        SandboxEventRequest: {
            event: components["schemas"]["SandboxEvent"];
            /** @description For settlement events, the amount that arrived. Left out, settlement_confirmed means the whole amount, settlement_partial a part of unknown size. */
            amountCents?: components["schemas"]["AmountCents"];
        };
        /** @description A client that asks whether it fits */
        VersionCheckRequest: {
            /**
             * @description Name of the client
             * @example @payment-sessions/sdk
             */
            client: string;
            /**
             * @description Its semantic version
             * @example 0.1.0
             */
            clientVersion: string;
            /**
             * @description The export contract that it was made for
             * @example v1
             */
            contract?: string;
        };
        /** @description The accepted session. Trust it only with a 2xx status, success true, a paymentId and a URL. */
        InitializePaymentResponse: {
            /**
             * @description Always true here
             * @constant
             */
            success: true;
            /**
             * Format: uri
             * @description Hosted page; on direct sessions the same as redirectUrl
             */
            paymentUrl: string;
            /**
             * Format: uri
             * @description Direct sessions. The provider's page
             */
            redirectUrl?: string;
            /**
             * Format: uri
             * @deprecated
             * @description Direct sessions. Old name of redirectUrl
             */
            sessionUrl?: string;
            paymentId: components["schemas"]["PaymentId"];
            orderId: components["schemas"]["OrderId"];
            merchantId: components["schemas"]["MerchantId"];
            amount: components["schemas"]["AmountCents"];
            amountCents: components["schemas"]["AmountCents"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: email
             * @description As sent
             */
            customerEmail?: string;
            /** @description Normally pending */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            /** @description The normalised method */
            paymentMethod: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer" | (string & {});
            checkoutMode: components["schemas"]["CheckoutMode"];
            /** @description Direct sessions. Code of the open-banking provider */
            provider?: string;
            /** @description The reference in use */
            remittanceInfo: string;
            remittanceInfoSource: components["schemas"]["RemittanceInfoSource"];
            /** @description Direct sessions. The end-to-end reference in use */
            endToEndId?: string;
            /** @description Whether the key is a test key */
            testMode: boolean;
            /**
             * Format: uri
             * @description As sent
             */
            returnUrl?: string;
            /** @description Present when a pending payment was reused */
            message?: string;
            paymentData: components["schemas"]["PaymentDataEcho"];
        };
        /** @description What the session holds, for logs and reconciliation */
        PaymentDataEcho: {
            orderId: components["schemas"]["OrderId"];
            merchantId: components["schemas"]["MerchantId"];
            amountCents: components["schemas"]["AmountCents"];
            currency: components["schemas"]["Currency"];
            /**
             * Format: email
             * @description As sent
             */
            customerEmail?: string;
            /** @description As sent */
            customerName?: string;
            /** @description The normalised method */
            paymentMethod: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer" | (string & {});
            paymentMode: components["schemas"]["PaymentMode"];
            /** @description As sent */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description How far the buyer is */
        PaymentStatusResponse: {
            orderId: components["schemas"]["OrderId"];
            status: components["schemas"]["CheckoutFlowStatus"];
            /**
             * @description Present only for test payments
             * @constant
             */
            testMode?: true;
        };
        /** @description Instructions for a transfer by hand */
        BankDetailsResponse: {
            /** @description The payment */
            transaction: {
                id: components["schemas"]["PaymentId"];
                order_id: components["schemas"]["OrderId"];
                /** @description Transaction status */
                status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
                currency: components["schemas"]["Currency"];
                amount: components["schemas"]["AmountCents"];
            };
            /** @description The account and what to write */
            bankDetails: {
                /** @description Name of the bank */
                bankName: string;
                /** @description Holder of the account */
                accountHolder: string;
                /** @description Account number */
                iban: string;
                /** @description Bank identifier, may be empty */
                bic: string;
                /** @description The remittance reference, as in remittanceInfo */
                reference: string;
                currency: components["schemas"]["Currency"];
                amount: components["schemas"]["AmountCents"];
            };
        };
        /** @description A plugin order, without private data */
        OrderResponse: {
            /**
             * @description Always true here
             * @constant
             */
            success: true;
            /** @description About this look-up */
            metadata: {
                fetchedAt: components["schemas"]["Timestamp"];
                /** @description The key that was asked for */
                orderKey: string;
                requestId: components["schemas"]["RequestIdValue"];
                shopId: components["schemas"]["MerchantId"];
            };
            /** @description The order */
            order: {
                /** @description The plugin's number of the order */
                id: number;
                /** @description The order key */
                orderKey: string;
                /** @description The plugin's word for the order's status */
                status: string;
                currency: components["schemas"]["Currency"];
                /** @description Sign of the currency */
                currencySymbol: string;
                /** @description Total in major units */
                total: number;
                /** @description The buyer */
                customer: {
                    /**
                     * Format: email
                     * @description Address, when the order has one
                     */
                    email?: string;
                    /** @description Name */
                    fullName: string;
                };
                /** @description What is bought */
                lineItems: {
                    /** @description The plugin's number of the line */
                    id: number;
                    /** @description Name of the product */
                    name: string;
                    /** @description How many, as a whole number: 1.5 is shown as 2, and anything below 1 as 1 */
                    quantity: number;
                    /** @description Total of the line in major units, rounded to the minor unit */
                    total: number;
                }[];
                /** @description How the order is to be paid */
                payment: {
                    /** @description The plugin's code of the method */
                    method: string;
                    /** @description Its title */
                    methodTitle: string;
                    /** @description Whether it is still unpaid */
                    needsPayment: boolean;
                };
                /** @description The store */
                shop: {
                    id: components["schemas"]["MerchantId"];
                    /** @description Its name */
                    name: string;
                    /**
                     * Format: uri
                     * @description Its logo, when it has one
                     */
                    logo?: string;
                    /**
                     * Format: uri
                     * @description Its address, when it has one
                     */
                    url?: string;
                };
            };
        };
        /** @description One page of the deliveries of a payment */
        WebhookHistoryResponse: {
            transactionId: components["schemas"]["PaymentId"];
            orderId: components["schemas"]["OrderId"];
            /** @description Where deliveries go at present, the query masked; null when the store has no webhook URL */
            webhookUrl: string | null;
            /** @description Send it as cursor for the next page; null on the last */
            nextCursor: string | null;
            /** @description Newest first */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        /** @description One delivery and its attempts */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Value of X-Service-Delivery
             */
            deliveryId: string;
            /** @description Type of the event */
            event: "transaction.status_changed" | "service.webhook_verification" | (string & {});
            /** @description The transaction status that the event reports */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            path: components["schemas"]["DeliveryPath"];
            /** @description Why it exists */
            trigger: "transition" | "redelivery" | (string & {});
            /** @description The older delivery that this one repeats */
            redeliveryOf: string | null;
            /** @description Where it stands */
            state: "pending" | "sending" | "delivered" | "exhausted" | "dead" | "parked" | "cancelled" | (string & {});
            /** @description Sends so far */
            attemptCount: number;
            /** @description Sends that the schedule allows */
            maxAttempts: number;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it ended
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When it is sent next
             */
            nextAttemptAt: string | null;
            /** @description Every send, oldest first */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description One send */
        WebhookAttempt: {
            /** @description Number of the send */
            attempt: number;
            startedAt: components["schemas"]["Timestamp"];
            /** @description How long it took; null while under way */
            durationMs: number | null;
            /** @description What the endpoint answered */
            httpStatus: number | null;
            /** @description How it ended */
            outcome: "started" | "success" | "http_1xx" | "http_3xx" | "http_4xx" | "http_5xx" | "timeout" | "network" | "tls" | "blocked_address" | "invalid_response" | "invalid_url" | "internal" | "interrupted" | (string & {});
            /** @description What went wrong, in a sentence */
            error: string | null;
            /** @description Start of the answer, at most 4 KiB */
            responseExcerpt: string | null;
            /** @description Whether the answer was longer than the excerpt */
            responseTruncated?: boolean;
        };
        /** @description Where the test payment stands after the event */
        SandboxEventResponse: {
            paymentId: components["schemas"]["PaymentId"];
            /** @description Transaction status */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            flowStatus: components["schemas"]["CheckoutFlowStatus"];
            /** @description Whether the state graph allowed the event; a refused one changes nothing */
            accepted: boolean;
        };
        /** @description A healthy service */
        HealthResponse: {
            /** @description Verdict */
            status: "healthy" | "unhealthy" | (string & {});
            timestamp: components["schemas"]["Timestamp"];
            /** @description Parts of the service */
            services: {
                /** @description The database */
                database: "up" | "down" | "migrations_pending" | (string & {});
                /** @description This instance */
                application: "up" | "stopping" | (string & {});
                /** @description Name of the deployment */
                environment: string;
            };
            /** @description Version of the service */
            version: string;
            /** @description Seconds since the start */
            uptime: number;
        };
        /** @description A living process */
        LiveResponse: {
            /**
             * @description Always live
             * @constant
             */
            status: "live";
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description An instance that takes traffic */
        ReadyResponse: {
            /**
             * @description Always ready
             * @constant
             */
            status: "ready";
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description What is running */
        VersionResponse: {
            /** @description Semantic version of the service */
            version: string;
            /** @description First part */
            major: number;
            /** @description Second part */
            minor: number;
            /** @description Third part */
            patch: number;
            /** @description What follows the hyphen, or null */
            prerelease: string | null;
            /** @description The contract that is spoken */
            contract: {
                /** @description Version of this document */
                reference: string;
                /** @description Label of the guides */
                guide: string;
                /** @description Export contract */
                export: string;
            };
            /** @description What was built */
            build: {
                /** @description Commit, when known */
                commit: string | null;
                /** @description Date, when known */
                date: string | null;
            };
            /** @description Where it runs */
            deployment: {
                /** @description Name of the deployment */
                environment: string;
                startedAt: components["schemas"]["Timestamp"];
            };
            /** @description Who handles what */
            compliance: {
                /** @description Code of the provider, or null */
                openBankingProvider: string | null;
                /** @description Whether strong customer authentication is left to the bank */
                scaDelegated: boolean;
                /** @description Whether card data passes through the service */
                cardDataHandled: boolean;
            };
        };
        /** @description Whether the client fits */
        VersionCheckResponse: {
            /** @description Verdict */
            status: "current" | "outdated" | "unsupported" | "ahead" | (string & {});
            /** @description Whether calls can be expected to work */
            compatible: boolean;
            /** @description Version of the service */
            serverVersion: string;
            /** @description Oldest client that works */
            minimumVersion: string;
            /** @description Client to move to */
            recommendedVersion: string;
            /** @description What will go away */
            deprecations: components["schemas"]["DeprecationNotice"][];
            /** @description The verdict in a sentence */
            message: string;
        };
        /** @description One thing that will go away */
        DeprecationNotice: {
            /** @description Stable name */
            id: string;
            /** @description Date of the deprecation */
            since: string;
            /** @description Date of removal, or null when none is set */
            sunset: string | null;
            /** @description What to use instead */
            replacement: string | null;
            /**
             * Format: uri
             * @description Where it is explained
             */
            link: string | null;
        };
        /** @description A payment changed its status */
        TransactionStatusChangedEvent: {
            /**
             * @description Type of the event
             * @constant
             */
            event: "transaction.status_changed";
            transaction_id: components["schemas"]["PaymentId"];
            order_id: components["schemas"]["OrderId"];
            /** @description The new status; treat words that you do not know as not final */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            amount: components["schemas"]["AmountCents"];
            currency: components["schemas"]["Currency"];
            /** @description When the delivery was prepared */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The merchant's metadata with shop_id and shop_name added; these two win over keys of the same name */
            metadata: {
                shop_id: components["schemas"]["MerchantId"];
                /** @description Name of the store */
                shop_name: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A challenge to the merchant's endpoint */
        WebhookVerificationEvent: {
            /**
             * @description Type of the event
             * @constant
             */
            event: "service.webhook_verification";
            /** @description Echo it */
            challenge: string;
            timestamp: components["schemas"]["Timestamp"];
            merchantId: components["schemas"]["MerchantId"];
            shopId: components["schemas"]["MerchantId"];
            /** @description How the endpoint is expected to authenticate us */
            expectedAuthMode: string;
        };
        /** @description What the endpoint answers; the first form is the right one, the others are old */
        WebhookVerificationAnswer: {
            /** @description As received */
            challenge: string;
            /** @description Whether the signature was right */
            signatureValid: boolean;
        } | {
            /**
             * @description Old form
             * @constant
             */
            ok: true;
        } | {
            /**
             * @description Old form
             * @constant
             */
            verified: true;
        };
        /** @description One broken rule */
        ValidationIssue: {
            /**
             * @description JSON pointer to the field, empty for the whole body
             * @example /amountCents
             */
            path: string;
            /**
             * @description The rule's word
             * @example minimum
             */
            rule: string;
            /**
             * @description What would be right
             * @example must be at least 1
             */
            message: string;
        };
        /** @description A request that breaks a rule */
        BadRequestError: {
            /** @description Which kind */
            code: "VALIDATION_ERROR" | "INVALID_JSON" | "IDEMPOTENCY_KEY_INVALID" | (string & {});
            /** @description Short text */
            error: string;
            /** @description What was wrong and what would be right */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            /** @description Every broken rule; always there with VALIDATION_ERROR */
            details?: components["schemas"]["ValidationIssue"][];
        };
        /** @description A malformed order look-up; details is one object here */
        OrderBadRequestError: {
            /** @description Which kind */
            code: "INVALID_ORDER_KEY" | "VALIDATION_ERROR" | (string & {});
            /** @description Short text */
            error: string;
            /** @description What was wrong and what would be right */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            details: components["schemas"]["ValidationIssue"];
        };
        /** @description No valid credential */
        UnauthorizedError: {
            /** @description Which kind */
            code: "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_MERCHANT_MISMATCH" | "SESSION_REQUIRED" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Not allowed */
        ForbiddenError: {
            /** @description Which kind */
            code: "KYC_USER_ASSOCIATION_MISSING" | "KYC_SUBMISSION_MISSING" | "KYC_USER_MISMATCH" | "KYC_NOT_APPROVED" | "SHOP_NOT_VERIFIED" | "PAYMENT_METHOD_UNAVAILABLE" | "TEST_MODE_NOT_ALLOWED" | "LIVE_MODE_NOT_ALLOWED" | "SCOPE_MISSING" | "STORE_NOT_APPROVED" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            /** @description The store's KYC, verification or method setting that stands in the way */
            currentStatus?: string;
        };
        /** @description Unknown store */
        MerchantNotFoundError: {
            /** @description Always MERCHANT_NOT_FOUND */
            code: "MERCHANT_NOT_FOUND" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            /** @description A sentence about it */
            details: string;
            /**
             * @description A word for it
             * @example merchant_not_found
             */
            reason: string;
        };
        /** @description Nothing there */
        NotFoundError: {
            /** @description What was not found */
            code: "PAYMENT_NOT_FOUND" | "ORDER_NOT_FOUND" | "STORE_NOT_FOUND" | "ROUTE_NOT_FOUND" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Wrong method */
        MethodNotAllowedError: {
            /** @description Always METHOD_NOT_ALLOWED */
            code: "METHOD_NOT_ALLOWED" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description No common media type */
        NotAcceptableError: {
            /** @description Always NOT_ACCEPTABLE */
            code: "NOT_ACCEPTABLE" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Still running */
        ConflictError: {
            /** @description Always IDEMPOTENCY_IN_PROGRESS */
            code: "IDEMPOTENCY_IN_PROGRESS" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Too large */
        BodyTooLargeError: {
            /** @description Always BODY_TOO_LARGE */
            code: "BODY_TOO_LARGE" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Not plain JSON */
        UnsupportedMediaTypeError: {
            /** @description Always UNSUPPORTED_MEDIA_TYPE */
            code: "UNSUPPORTED_MEDIA_TYPE" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Same key, other body */
        IdempotencyKeyReusedError: {
            /** @description Always IDEMPOTENCY_KEY_REUSED */
            code: "IDEMPOTENCY_KEY_REUSED" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Too many calls */
        RateLimitedError: {
            /** @description Always RATE_LIMITED */
            code: "RATE_LIMITED" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            /** @description The limit that was hit */
            details: {
                /** @description Calls in a window */
                limit: number;
                /** @description Length of the window */
                windowSeconds: number;
                /** @description Seconds to wait, as in Retry-After */
                retryAfterSeconds: number;
            };
        };
        /** @description A fault on our side, or of the provider */
        InternalError: {
            /** @description Which kind */
            code: "INTERNAL_ERROR" | "PROVIDER_UNAVAILABLE" | "PROVIDER_TIMEOUT" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description The instance takes no work */
        UnavailableError: {
            /** @description Always SHUTTING_DOWN */
            code: "SHUTTING_DOWN" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description A service that cannot work */
        UnhealthyError: {
            /** @description Verdict */
            status: "healthy" | "unhealthy" | (string & {});
            timestamp: components["schemas"]["Timestamp"];
            /** @description Which kind */
            code: "UNHEALTHY" | "SHUTTING_DOWN" | (string & {});
            /** @description Short text */
            error: string;
            /** @description Longer text */
            message: string;
            requestId: components["schemas"]["RequestIdValue"];
            /** @description Parts of the service */
            services: {
                /** @description The database */
                database: "up" | "down" | "migrations_pending" | (string & {});
                /** @description This instance */
                application: "up" | "stopping" | (string & {});
            };
        };
    };
    responses: {
        /** @description The request breaks a rule */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestError"];
            };
        };
        /** @description The order key or shopId is malformed */
        OrderBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderBadRequestError"];
            };
        };
        /** @description No valid credential */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The credential is good, the request is not allowed */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description No store has that identifier */
        MerchantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MerchantNotFoundError"];
            };
        };
        /** @description This store has no such payment */
        PaymentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description No such store or order */
        OrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description Nothing is served at this path */
        RouteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description The path does not take this method */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** @description The caller does not take JSON */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotAcceptableError"];
            };
        };
        /** @description The first call with this key is still running */
        IdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description The body is over 64 KiB */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BodyTooLargeError"];
            };
        };
        /** @description Not plain JSON in UTF-8 */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description The key was used with another body */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"];
            };
        };
        /** @description Too many calls */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description Something failed on our side; no usable handoff exists */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description This instance is stopping */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfterOptional"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableError"];
            };
        };
        /** @description Not able to work */
        Unhealthy: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfterOptional"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnhealthyError"];
            };
        };
    };
    parameters: {
        /**
         * @description Identifier of the payment
         * @example pay_3f9c2b71a4d84e0e
         */
        PaymentId: components["schemas"]["PaymentId"];
        /**
         * @description Makes a repeat safe. Kept 24 hours per store, environment and route; the same key with the same body gets the stored answer.
         * @example 6b2f7a4e-order-1001
         */
        IdempotencyKey: string;
        /**
         * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
         * @example req_5b1f
         */
        RequestId: string;
        /**
         * @description HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex
         * @example sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d
         */
        ServiceSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this call in our log; quote it when you ask for help
         * @example req_5b1f
         */
        XRequestId: string;
        /**
         * @description Answers are never cached
         * @example no-store
         */
        CacheControl: string;
        /**
         * @description Present when the answer is the stored one of an earlier call with the same Idempotency-Key
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description Seconds to wait before the next try
         * @example 1
         */
        RetryAfter: string;
        /**
         * @description Seconds to wait before the next try
         * @example 5
         */
        RetryAfterOptional: string;
        /**
         * @description The scheme to authenticate with
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description The methods that the path takes
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
        /**
         * @description Present when the call used something deprecated; since when, as @ and epoch seconds (RFC 9745)
         * @example @1777593600
         */
        Deprecation: string;
        /**
         * @description When the deprecated thing goes away, as an HTTP date (RFC 8594)
         * @example Sat, 01 May 2027 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description Where the deprecation is explained (RFC 8288)
         * @example <https://pay.example.com/docs>; rel="deprecation"
         */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    initializeCustomPaymentSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat safe. Kept 24 hours per store, environment and route; the same key with the same body gets the stored answer.
                 * @example 6b2f7a4e-order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The session to create */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitializePaymentRequest"];
            };
        };
        responses: {
            /** @description Accepted; send the buyer to the handoff URL */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitializePaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MerchantNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Identifier of the payment
                 * @example pay_3f9c2b71a4d84e0e
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout flow status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentBankDetails: {
        parameters: {
            query: {
                /**
                 * @description The merchant's order identifier, as sent at initialization
                 * @example 1001
                 */
                orderId: components["schemas"]["OrderId"];
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Identifier of the payment
                 * @example pay_3f9c2b71a4d84e0e
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to transfer, how much, with which reference */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankDetailsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query: {
                /**
                 * @description Public identifier of the store
                 * @example mrc_7Kq2
                 */
                shopId: components["schemas"]["MerchantId"];
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The plugin's order key
                 * @example wc_order_Ab12Cd34Ef56G
                 */
                order_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order, without addresses or other private data */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["OrderBadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookHistory: {
        parameters: {
            query?: {
                /** @description How many deliveries at most */
                limit?: number;
                /** @description The nextCursor of the page before */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The payment's identifier, the same value as paymentId
                 * @example pay_3f9c2b71a4d84e0e
                 */
                transaction_id: components["schemas"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries with their attempts */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHistoryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSandboxEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Identifier of the payment
                 * @example pay_3f9c2b71a4d84e0e
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxEventRequest"];
            };
        };
        responses: {
            /** @description Where the payment stands now */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxEventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Healthy */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            503: components["responses"]["Unhealthy"];
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveResponse"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            503: components["responses"]["Unhealthy"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version, build, deployment and compliance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionResponse"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Who is asking */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionCheckRequest"];
            };
        };
        responses: {
            /** @description The verdict */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionCheckResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI description */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Version of the OpenAPI format */
                        openapi: string;
                        /** @description Title and version */
                        info: {
                            [key: string]: unknown;
                        };
                        /** @description The routes */
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    onTransactionStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex
                 * @example sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event type; agrees with the body
                 * @example transaction.status_changed
                 */
                "X-Service-Event": "transaction.status_changed";
                /**
                 * @description UUIDv4 of this delivery, the same on every attempt
                 * @example 0b6f1f0e-6a3c-4b39-9f77-0f3c6a1d2e11
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Number of this send, from 1; absent on the legacy path
                 * @example 1
                 */
                "X-Service-Attempt"?: string;
                /**
                 * @description The webhook sender and its version
                 * @example PaymentSessions-Webhooks/1.0
                 */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Refused for good; not tried again */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad signature; not tried again */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused for good; not tried again */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused for good; not tried again */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone; not tried again */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Stored; the delivery is done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again by the schedule */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookVerification: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex
                 * @example sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event type; agrees with the body
                 * @example service.webhook_verification
                 */
                "X-Service-Event": "service.webhook_verification";
                /**
                 * @description The challenge, as in the body
                 * @example ch_Zk3vQ9
                 */
                "X-Service-Verification-Challenge": string;
                /**
                 * @description The verification sender and its version
                 * @example PaymentSessions-Verification/1.0
                 */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The challenge */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookVerificationEvent"];
            };
        };
        responses: {
            /** @description The challenge, echoed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookVerificationAnswer"];
                };
            };
            /** @description Bad signature */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
